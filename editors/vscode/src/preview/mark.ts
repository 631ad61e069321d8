/** An instruction as texts with provenance name it at the end of a line or cell: `` `dbm-3.4:6` ``. */
const BY = / ?`([\w.-]+(?::[\w.,-]+)?)`/g;

/**
 * A text with provenance, as Markdown in which what `patch` wrote is marked. Where `told`, each run of lines ends with the instruction that
 * wrote it; else nothing tells.
 */
export function marked(text: string, patch: string | undefined, told: boolean): string {
  const lines = text.split("\n");
  return lines.map((line, at) => (line.startsWith("|") ? row(line, patch, told) : sentence(line, lines[at + 1], patch, told))).join("\n");
}

function sentence(line: string, next: string | undefined, patch: string | undefined, told: boolean): string {
  const [, lead = "", words = ""] = /^(\s*(?:[-*] |\d+\. |#+ )?)(.*)$/.exec(line) ?? [];
  // the lines of a paragraph flow together: one mark at the end of what one instruction wrote will do
  const goesOn = next !== undefined && /^\s*[^\s#|>-]/.test(next) && writers(next).join() === writers(line).join();
  return lead + piece(words, patch, told && !goesOn);
}

function row(line: string, patch: string | undefined, told: boolean): string {
  const cells = line.replace(/^\| | \|$/g, "").split(" | ");
  return `| ${cells.map((cell) => piece(cell, patch, told)).join(" | ")} |`;
}

function piece(text: string, patch: string | undefined, told: boolean): string {
  const own = writers(text);
  const words = text.replaceAll(BY, "");
  const said = patch !== undefined && own.includes(patch) ? `<mark>${words}</mark>` : words;
  return told && own.length > 0 ? `${said} <span class="by">${own.join(" ")}</span>` : said;
}

function writers(text: string): string[] {
  return [...text.matchAll(BY)].map(([, by]) => by ?? "");
}
