import { type Change, type Impact, type SectionImpact } from "../server/protocol";
import { wordDiff } from "./words";

/** What an instruction changes, as HTML. */
export function impactHtml(impact: Impact): string {
  return impact.sections.map(sectionHtml).join("");
}

function sectionHtml(section: SectionImpact): string {
  const { origin } = section;
  const number = origin.n === null ? "" : `, no. ${origin.n}`;
  const changes = section.changes.map(changeHtml).join("");
  const none = section.interprets ? "It changes no words: it interprets them." : "It changes nothing.";
  return (
    `<section class="impact"><h2>${escaped(origin.short)}${escaped(number)}: what it changes</h2>` +
    `<p class="address">${escaped(origin.address ?? origin.verb)} <span class="by">${escaped(section.section)}</span></p>` +
    (changes === "" ? `<p class="none">${section.pending ? "It waits for wording that is not held." : none}</p>` : `<ul class="changes">${changes}</ul>`) +
    consequences(section) +
    "</section>"
  );
}

function changeHtml({ before, after, label, id }: Change): string {
  const name = `<span class="by">${escaped(id.split("/").slice(1).join("/"))}</span>`;
  const lead = label === null ? "" : `<b>${escaped(label)}</b> `;
  const words = wordDiff(before ?? "", after ?? "").map(({ fate, text }) => {
    switch (fate) {
      case "same":
        return escaped(text);
      case "gone":
        return `<del>${escaped(text)}</del>`;
      case "new":
        return `<ins>${escaped(text)}</ins>`;
    }
  });
  return `<li>${lead}${words.join("")} ${name}</li>`;
}

function consequences(section: SectionImpact): string {
  const facts = section.facts.map(({ id, before, after }) => `<code>${escaped(id)}</code>: ${values(before)} → ${values(after)}`);
  const rulings = section.overtakes.map(({ document, n, id }) => `${document} ${n ?? id}`);
  const later = section.later.filter(({ verb }) => verb !== "withdrawn");
  const lines: [string, string, string][] = [
    ["warn", "Withdrawn", section.withdrawn_by === null ? "" : `by ${escaped(section.withdrawn_by.short)}, ${escaped(section.withdrawn_by.date_text ?? "")}`],
    ["warn", "Overtakes rulings", rulings.map(escaped).join(", ")],
    ["note", "Facts", facts.join("; ")],
    ["note", "Moved to", escaped(section.moved_to ?? "")],
    ["note", "Later", later.map(({ patch, address }) => escaped(`${patch} ${address ?? ""}`)).join("; ")],
  ];
  const said = lines.filter(([, , words]) => words !== "");
  return said.length === 0 ? "" : `<dl>${said.map(([kind, name, words]) => `<dt class="${kind}">${name}</dt><dd>${words}</dd>`).join("")}</dl>`;
}

function values(all: readonly string[]): string {
  return all.length === 0 ? "–" : all.map(escaped).join(", ");
}

/** Plain words as HTML. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
