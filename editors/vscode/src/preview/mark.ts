/** An instruction at the end of a line or cell of a text with provenance: `` `dbm-3.4:6` ``. */
const PROVENANCE = / ?`([\w.-]+(?::[\w.,-]+)?)`/g;

/**
 * Converts a text with provenance to Markdown in which the words that `patch` wrote are marked. If `showProvenance`, each run of lines ends with
 * the instruction that wrote it; otherwise the provenance is removed.
 */
export function markPatch(text: string, patch: string | undefined, showProvenance: boolean): string {
  const lines = text.split("\n");
  return lines.map((line, at) => (line.startsWith("|") ? markRow(line, patch, showProvenance) : markLine(line, lines[at + 1], patch, showProvenance))).join("\n");
}

function markLine(line: string, next: string | undefined, patch: string | undefined, showProvenance: boolean): string {
  const [, lead = "", words = ""] = /^(\s*(?:[-*] |\d+\. |#+ )?)(.*)$/.exec(line) ?? [];
  // the lines of a paragraph are joined, so the provenance is only shown at the end of the lines that one instruction wrote
  const continues = next !== undefined && /^\s*[^\s#|>-]/.test(next) && patchesOf(next).join() === patchesOf(line).join();
  return lead + markText(words, patch, showProvenance && !continues);
}

function markRow(line: string, patch: string | undefined, showProvenance: boolean): string {
  const cells = line.replace(/^\| | \|$/g, "").split(" | ");
  return `| ${cells.map((cell) => markText(cell, patch, showProvenance)).join(" | ")} |`;
}

function markText(text: string, patch: string | undefined, showProvenance: boolean): string {
  const patches = patchesOf(text);
  const words = text.replaceAll(PROVENANCE, "");
  const highlighted = patch !== undefined && patches.includes(patch) ? `<mark>${words}</mark>` : words;
  return showProvenance && patches.length > 0 ? `${highlighted} <span class="by">${patches.join(" ")}</span>` : highlighted;
}

function patchesOf(text: string): string[] {
  return [...text.matchAll(PROVENANCE)].map(([, by]) => by ?? "");
}
