/** The entry of a document in `ruleset.toml`. */
export interface DocumentEntry {
  readonly key: string;
  readonly edition: string;
  readonly title: string;
  /** `2026-11-21` */
  readonly published: string;
  /** Documents of the same edition that precede it. */
  readonly after: readonly string[];
}

/** Returns a `ruleset.toml` with another amendment document after the existing ones. */
export function withDocument(toml: string, entry: DocumentEntry): string {
  const lines = [
    `[document.${quote(entry.key)}]`,
    `edition = ${quote(entry.edition)}`,
    `kind = "amendment"`,
    `title = ${quote(entry.title)}`,
    `published = ${entry.published}`,
    ...(entry.after.length === 0 ? [] : [`after = [${entry.after.map(quote).join(", ")}]`]),
  ];
  const at = endOfDocuments(toml);
  const [before, after] = [toml.slice(0, at).trimEnd(), toml.slice(at)];
  return `${before}\n\n${lines.join("\n")}\n${after === "" ? "" : `\n${after}`}`;
}

/** Returns a `ruleset.toml` with another edition at the end; undefined if it has no list of editions. */
export function withEdition(toml: string, id: string, amends: string): string | undefined {
  const start = /^editions\s*=\s*\[/m.exec(toml);
  const end = start === null ? -1 : findClosingBracket(toml, start.index + start[0].length);
  if (end < 0) {
    return undefined;
  }
  const before = toml.slice(0, end).trimEnd();
  const comma = before.endsWith(",") || before.endsWith("[") ? "" : ",";
  return `${before}${comma}\n  { id = ${quote(id)}, amends = ${quote(amends)} },\n${toml.slice(end)}`;
}

/** Derives a key from a title: `House rules, 2026` becomes `house-rules-2026`. */
export function keyOf(title: string): string {
  const plain = title.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9.]+/g, "-").replace(/^[-.]+|[-.]+$/g, "") || "amendment";
}

function quote(text: string): string {
  return JSON.stringify(text);
}

/** Returns where the tables of documents end: at the next table, including the comments directly above it. */
function endOfDocuments(toml: string): number {
  const headers = [...toml.matchAll(/^\[[^\]\n]*\]/gm)];
  const last = headers.findLastIndex(([header]) => header.startsWith("[document."));
  const next = headers[last + 1];
  if (next === undefined) {
    return toml.length;
  }
  const comments = /(?:^#[^\n]*\n)+(?![^])/m.exec(toml.slice(0, next.index));
  return comments?.index ?? next.index;
}

/** Returns the position of the bracket that closes a list whose contents begin at `from`. */
function findClosingBracket(toml: string, from: number): number {
  let depth = 1;
  for (const token of toml.slice(from).matchAll(/"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]]/g)) {
    depth += token[0] === "[" ? 1 : token[0] === "]" ? -1 : 0;
    if (depth === 0) {
      return from + token.index;
    }
  }
  return -1;
}
