import { type Position } from "./server/protocol";

/** A clause that a person means, as far as the text tells. */
export interface Clause {
  /** With its ruleset before it where that is known: `dbm/rear-support.spears`. */
  readonly name: string;
  /** The ruleset alone. */
  readonly ruleset: string | undefined;
}

/** What is read of a document: its address and lines. */
export interface Read {
  readonly uri: { readonly scheme: string; readonly path: string };
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

const ID = "[a-z0-9][a-z0-9-]*(?:\\.[a-z0-9-]+)*";
/** `](#id)`, `{#id …}` or `#id` in an instruction. */
const MENTION = new RegExp(`(?:\\]\\(|\\{|\\s)#(${ID})`, "g");
const PLACE = new RegExp(`^#{1,2} .*\\{#(${ID})`);
const TEXT = /^\/text\/([^/@]+)(?:@[^/]+?)?(?:\/(.+))?\.md$/;

/** The clause at a position: the one named there, else that of the instruction or section in which it stands; in a text of the server, its own. */
export function clauseAt(document: Read, position: Position): Clause | undefined {
  const text = document.uri.scheme === "rulebook" ? TEXT.exec(document.uri.path) : null;
  if (text !== null) {
    const [, ruleset, clause] = text;
    return clause === undefined ? undefined : { name: `${ruleset}/${clause}`, ruleset };
  }
  const id = named(document.lineAt(position.line).text, position.character) ?? around(document, position.line);
  if (id === undefined) {
    return undefined;
  }
  const ruleset = rulesetOf(document);
  return { name: ruleset === undefined ? id : `${ruleset}/${id}`, ruleset };
}

/** The ruleset that the front matter of a document names, or its address. */
export function rulesetOf(document: Read): string | undefined {
  if (document.uri.scheme === "rulebook") {
    const text = TEXT.exec(document.uri.path);
    return text !== null ? text[1] : document.uri.path.split("/")[2];
  }
  return front(document, "ruleset") ?? /\/rules\/([^/]+)\/[^/]+$/.exec(document.uri.path)?.[1];
}

/** A value of the front matter. */
export function front(document: Read, key: string): string | undefined {
  if (document.lineCount === 0 || document.lineAt(0).text.trim() !== "---") {
    return undefined;
  }
  for (let line = 1; line < document.lineCount; line++) {
    const { text } = document.lineAt(line);
    if (text.trim() === "---") {
      return undefined;
    }
    const [own, value] = [text.slice(0, text.indexOf(":")), text.slice(text.indexOf(":") + 1)];
    if (own.trim() === key) {
      return value.trim().replace(/^(["'])(.*)\1$/, "$2");
    }
  }
  return undefined;
}

function named(line: string, character: number): string | undefined {
  for (const mention of line.matchAll(MENTION)) {
    const end = mention.index + mention[0].length;
    if (mention.index <= character && character <= end) {
      return mention[1];
    }
  }
  return undefined;
}

function around(document: Read, from: number): string | undefined {
  for (let line = from; line >= 0; line--) {
    const found = PLACE.exec(document.lineAt(line).text);
    if (found !== null) {
      return found[1];
    }
  }
  return undefined;
}
