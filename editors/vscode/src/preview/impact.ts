import { type Change, type Impact, type SectionImpact } from "../server/protocol";
import { wordDiff } from "./words";

/** Renders the effects of an instruction as HTML. */
export function impactHtml(impact: Impact): string {
  return impact.sections.map(sectionHtml).join("");
}

function sectionHtml(section: SectionImpact): string {
  const { origin } = section;
  const number = origin.n === null ? "" : `, no. ${origin.n}`;
  const changes = section.changes.map(changeHtml).join("");
  const none = section.interprets ? "It changes no words: it interprets them." : "It changes nothing.";
  return (
    `<section class="impact"><h2>${escapeHtml(origin.short)}${escapeHtml(number)}: what it changes</h2>` +
    `<p class="address">${escapeHtml(origin.address ?? origin.verb)} <span class="by">${escapeHtml(section.section)}</span></p>` +
    (changes === "" ? `<p class="none">${section.pending ? "It is not applied yet: the wording that it changes is not included." : none}</p>` : `<ul class="changes">${changes}</ul>`) +
    consequencesHtml(section) +
    "</section>"
  );
}

function changeHtml({ before, after, label, id }: Change): string {
  const name = `<span class="by">${escapeHtml(id.split("/").slice(1).join("/"))}</span>`;
  const lead = label === null ? "" : `<b>${escapeHtml(label)}</b> `;
  const words = wordDiff(before ?? "", after ?? "").map(({ fate, text }) => {
    switch (fate) {
      case "same":
        return escapeHtml(text);
      case "gone":
        return `<del>${escapeHtml(text)}</del>`;
      case "new":
        return `<ins>${escapeHtml(text)}</ins>`;
    }
  });
  return `<li>${lead}${words.join("")} ${name}</li>`;
}

function consequencesHtml(section: SectionImpact): string {
  const facts = section.facts.map(({ id, before, after }) => `<code>${escapeHtml(id)}</code>: ${valuesHtml(before)} → ${valuesHtml(after)}`);
  const rulings = section.overtakes.map(({ document, n, id }) => `${document} ${n ?? id}`);
  const later = section.later.filter(({ verb }) => verb !== "withdrawn");
  const lines: [string, string, string][] = [
    ["warn", "Withdrawn", section.withdrawn_by === null ? "" : `by ${escapeHtml(section.withdrawn_by.short)}, ${escapeHtml(section.withdrawn_by.date_text ?? "")}`],
    ["warn", "Overtakes rulings", rulings.map(escapeHtml).join(", ")],
    ["note", "Facts", facts.join("; ")],
    ["note", "Moved to", escapeHtml(section.moved_to ?? "")],
    ["note", "Later", later.map(({ patch, address }) => escapeHtml(`${patch} ${address ?? ""}`)).join("; ")],
  ];
  const present = lines.filter(([, , words]) => words !== "");
  return present.length === 0 ? "" : `<dl>${present.map(([kind, name, words]) => `<dt class="${kind}">${name}</dt><dd>${words}</dd>`).join("")}</dl>`;
}

function valuesHtml(all: readonly string[]): string {
  return all.length === 0 ? "–" : all.map(escapeHtml).join(", ");
}

/** Escapes plain text for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
