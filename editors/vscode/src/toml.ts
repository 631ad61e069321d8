/** A document as `ruleset.toml` lists it. */
export interface Entry {
  readonly key: string;
  readonly edition: string;
  readonly title: string;
  /** `2026-11-21` */
  readonly published: string;
  /** Documents of the same edition on which it stands. */
  readonly after: readonly string[];
}

/** A `ruleset.toml` with one more document of amendments, behind the others. */
export function withDocument(toml: string, entry: Entry): string {
  const lines = [
    `[document.${quoted(entry.key)}]`,
    `edition = ${quoted(entry.edition)}`,
    `kind = "amendment"`,
    `title = ${quoted(entry.title)}`,
    `published = ${entry.published}`,
    ...(entry.after.length === 0 ? [] : [`after = [${entry.after.map(quoted).join(", ")}]`]),
  ];
  const at = behindDocuments(toml);
  const [before, behind] = [toml.slice(0, at).trimEnd(), toml.slice(at)];
  return `${before}\n\n${lines.join("\n")}\n${behind === "" ? "" : `\n${behind}`}`;
}

/** A `ruleset.toml` with one more edition at the end; none where its list of editions is not found. */
export function withEdition(toml: string, id: string, amends: string): string | undefined {
  const start = /^editions\s*=\s*\[/m.exec(toml);
  const end = start === null ? -1 : closing(toml, start.index + start[0].length);
  if (end < 0) {
    return undefined;
  }
  const before = toml.slice(0, end).trimEnd();
  const comma = before.endsWith(",") || before.endsWith("[") ? "" : ",";
  return `${before}${comma}\n  { id = ${quoted(id)}, amends = ${quoted(amends)} },\n${toml.slice(end)}`;
}

/** A key made of a title: `House rules, 2026` as `house-rules-2026`. */
export function keyOf(title: string): string {
  const plain = title.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9.]+/g, "-").replace(/^[-.]+|[-.]+$/g, "") || "amendment";
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Where the tables of documents end: at the next table, with the remarks that stand right above it. */
function behindDocuments(toml: string): number {
  const headers = [...toml.matchAll(/^\[[^\]\n]*\]/gm)];
  const last = headers.findLastIndex(([header]) => header.startsWith("[document."));
  const next = headers[last + 1];
  if (next === undefined) {
    return toml.length;
  }
  const remarks = /(?:^#[^\n]*\n)+(?![^])/m.exec(toml.slice(0, next.index));
  return remarks?.index ?? next.index;
}

/** The bracket that closes a list whose inside begins at `from`. */
function closing(toml: string, from: number): number {
  let depth = 1;
  for (const found of toml.slice(from).matchAll(/"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]]/g)) {
    depth += found[0] === "[" ? 1 : found[0] === "]" ? -1 : 0;
    if (depth === 0) {
      return from + found.index;
    }
  }
  return -1;
}
