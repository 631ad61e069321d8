/** The suffixes (before `.md`) of rules files, scenarios and rules of play. */
export const FILE_SUFFIXES = ["rules", "amend", "clarify", "book", "index", "check", "scenario"] as const;

/** The URI scheme of texts that are not files. */
export const SCHEME = "rulebook";

/** The documents that the server handles. They are selected by name, so that the user may assign another language to them. */
export const DOCUMENT_SELECTOR: { readonly scheme: string; readonly pattern: string }[] = [
  { scheme: "file", pattern: `**/*.{${FILE_SUFFIXES.join(",")}}.md` },
  { scheme: "file", pattern: "**/{ruleset,thesaurus,scenario,rulebook}.toml" },
  { scheme: SCHEME, pattern: "**/shipped/**" },
];

/** Returns whether a path is that of a rules file or a scenario. */
export function isRulebookFile(path: string): boolean {
  return FILE_SUFFIXES.some((ending) => path.endsWith(`.${ending}.md`));
}
