/** The endings of rules files, scenarios and rules of play. */
export const ENDINGS = ["rules", "amend", "clarify", "book", "index", "check", "scenario"] as const;

/** The scheme of texts that lie in no file. */
export const SCHEME = "rulebook";

/** The documents that the server is asked about. They are known by their names, so that a person may give them another language. */
export const DOCUMENTS: { readonly scheme: string; readonly pattern: string }[] = [
  { scheme: "file", pattern: `**/*.{${ENDINGS.join(",")}}.md` },
  { scheme: "file", pattern: "**/{ruleset,thesaurus,scenario,rulebook}.toml" },
  { scheme: SCHEME, pattern: "**/shipped/**" },
];

/** Whether a name is that of a rules file or a scenario. */
export function isOurs(path: string): boolean {
  return ENDINGS.some((ending) => path.endsWith(`.${ending}.md`));
}
