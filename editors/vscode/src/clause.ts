import { type Position } from "./server/protocol";

/** A clause that the user refers to. */
export interface Clause {
  /** With its ruleset as a prefix, if that is known: `dbm/rear-support.spears`. */
  readonly name: string;
  /** The ruleset alone. */
  readonly ruleset: string | undefined;
}

/** The parts of a document that are used here: its address and lines. */
export interface TextSource {
  readonly uri: { readonly scheme: string; readonly path: string };
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

const ID = "[a-z0-9][a-z0-9-]*(?:\\.[a-z0-9-]+)*";
/** `](#id)`, `{#id …}` or `#id` in an instruction. */
const ID_REFERENCE = new RegExp(`(?:\\]\\(|\\{|\\s)#(${ID})`, "g");
const HEADING_WITH_ID = new RegExp(`^#{1,2} .*\\{#(${ID})`);
const TEXT_PATH = /^\/text\/([^/@]+)(?:@[^/]+?)?(?:\/(.+))?\.md$/;

/** Returns the clause at a position: the one named there, or else that of the enclosing instruction or section; in a text of the server, its clause. */
export function clauseAt(document: TextSource, position: Position): Clause | undefined {
  const text = document.uri.scheme === "rulebook" ? TEXT_PATH.exec(document.uri.path) : null;
  if (text !== null) {
    const [, ruleset, clause] = text;
    return clause === undefined ? undefined : { name: `${ruleset}/${clause}`, ruleset };
  }
  const id = idAtCharacter(document.lineAt(position.line).text, position.character) ?? idOfEnclosingHeading(document, position.line);
  if (id === undefined) {
    return undefined;
  }
  const ruleset = rulesetOf(document);
  return { name: ruleset === undefined ? id : `${ruleset}/${id}`, ruleset };
}

/** Returns the ruleset that the front matter of a document names, or its address. */
export function rulesetOf(document: TextSource): string | undefined {
  if (document.uri.scheme === "rulebook") {
    const text = TEXT_PATH.exec(document.uri.path);
    return text !== null ? text[1] : document.uri.path.split("/")[2];
  }
  return frontMatterValue(document, "ruleset") ?? /\/rules\/([^/]+)\/[^/]+$/.exec(document.uri.path)?.[1];
}

/** Returns a value of the front matter. */
export function frontMatterValue(document: TextSource, key: string): string | undefined {
  if (document.lineCount === 0 || document.lineAt(0).text.trim() !== "---") {
    return undefined;
  }
  for (let line = 1; line < document.lineCount; line++) {
    const { text } = document.lineAt(line);
    if (text.trim() === "---") {
      return undefined;
    }
    const [name, value] = [text.slice(0, text.indexOf(":")), text.slice(text.indexOf(":") + 1)];
    if (name.trim() === key) {
      return value.trim().replace(/^(["'])(.*)\1$/, "$2");
    }
  }
  return undefined;
}

function idAtCharacter(line: string, character: number): string | undefined {
  for (const reference of line.matchAll(ID_REFERENCE)) {
    const end = reference.index + reference[0].length;
    if (reference.index <= character && character <= end) {
      return reference[1];
    }
  }
  return undefined;
}

function idOfEnclosingHeading(document: TextSource, from: number): string | undefined {
  for (let line = from; line >= 0; line--) {
    const match = HEADING_WITH_ID.exec(document.lineAt(line).text);
    if (match !== null) {
      return match[1];
    }
  }
  return undefined;
}
