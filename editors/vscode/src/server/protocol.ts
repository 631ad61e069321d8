// The requests that `rulebook lsp` adds to the protocol (see docs/src/programs/protocol.md), with the members that the extension uses.

/** How the rules are read. Missing members are taken from the settings. */
export interface Reading {
  readonly ruleset?: string;
  readonly edition?: string;
  readonly profile?: string;
  readonly asOf?: string;
}

/** How the rules were read for an answer. */
export interface View {
  readonly ruleset: string;
  readonly edition: string;
  readonly profile: string;
  readonly as_of: string;
}

/** A location in a document, as in the protocol. */
export interface Location {
  readonly uri: string;
  readonly range: { readonly start: Position; readonly end: Position };
}

/** Line and column, both from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** `rulebook/editions`: all rulesets. */
export interface Catalogue {
  readonly default: string | null;
  readonly rulesets: readonly RulesetInfo[];
}

export interface RulesetInfo {
  readonly id: string;
  readonly title: string;
  readonly view: View;
  readonly editions: readonly EditionInfo[];
  readonly profiles: readonly ProfileInfo[];
  readonly documents: readonly DocumentInfo[];
}

export interface EditionInfo {
  readonly id: string;
  /** The day or month from which it counts. */
  readonly from: string | null;
  readonly status: string | null;
}

export interface ProfileInfo {
  readonly id: string;
  readonly default: boolean;
  readonly scopes: readonly string[];
  /** The documents shown with the text. */
  readonly layers: readonly string[];
}

export interface DocumentInfo {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly edition: string;
  readonly published: string | null;
  /** Whether it counts in the current reading. */
  readonly counts: boolean;
}

/** `rulebook/outline`: the same as a tree with locations. */
export interface Outline {
  readonly rulesets: readonly RulesetTree[];
}

export interface RulesetTree {
  readonly id: string;
  readonly title: string;
  readonly location: Location | null;
  readonly editions: readonly EditionTree[];
}

export interface EditionTree {
  readonly id: string;
  readonly status: string | null;
  readonly location: Location | null;
  readonly documents: readonly DocumentTree[];
}

export interface DocumentTree {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly location: Location | null;
  readonly files: readonly FileTree[];
}

export interface FileTree {
  readonly name: string;
  readonly location: Location;
  readonly patches: readonly PatchInfo[];
}

export interface PatchInfo {
  /** The heading of its section. */
  readonly place: string;
  /** Its own heading. */
  readonly name: string;
  /** Its number in the document. */
  readonly n: string | null;
  readonly id: string | null;
  readonly location: Location;
}

/** `rulebook/search`. */
export interface SearchResults {
  readonly query: View & { readonly text: string };
  readonly hits: readonly Hit[];
  readonly faults: readonly { readonly message: string }[];
}

export interface Hit {
  readonly id: string;
  readonly heading: string;
  readonly path: readonly string[];
  readonly page: string | null;
  /** Whether it is in force in the current reading. */
  readonly holds: boolean;
  readonly editions: { readonly from: string | null; readonly until: string | null };
  /** The document that wrote it; `n` lists its instructions: `dbm-3.2:19`. */
  readonly document: string | null;
  readonly n: readonly string[];
  readonly source: string | null;
  readonly snippet: { readonly text: string };
}

/** The instruction that made a change. */
export interface Origin {
  /** `dbm-3.4:6` */
  readonly patch: string;
  readonly document: string;
  readonly n: string | null;
  readonly edition: string;
  readonly date_text: string | null;
  readonly address: string | null;
  readonly short: string;
  readonly title: string;
  readonly verb: string;
}

/** A unit of text before and after an instruction; null if it did not exist or its wording is not included. */
export interface Change {
  readonly before: string | null;
  readonly after: string | null;
}

/** `rulebook/history`: which instructions changed a clause, newest first. */
export interface History {
  readonly id: string;
  readonly heading: string;
  readonly query: View;
  readonly entries: readonly HistoryEntry[];
  readonly base: Origin | null;
}

export interface HistoryEntry extends Origin {
  readonly changes: readonly Change[];
  readonly note: string | null;
  readonly withdrawn_by: Origin | null;
}

/** `rulebook/compare`: two texts for the editor's diff view. */
export interface Comparison {
  readonly left: string;
  readonly right: string;
  readonly title: string;
}

/** `rulebook/impact`: the effects of an instruction, by section. */
export interface Impact {
  readonly sections: readonly SectionImpact[];
}

export interface SectionImpact {
  readonly section: string;
  readonly origin: Origin;
  /** What it does, as Markdown. */
  readonly markdown: string;
}

/** The requests, with their parameters and results. */
export interface Requests {
  "rulebook/editions": [Reading, Catalogue];
  "rulebook/outline": [{ ruleset?: string; document?: string; patches?: boolean }, Outline];
  "rulebook/search": [Reading & { query: string; limit?: number; allEditions?: boolean }, SearchResults];
  "rulebook/history": [Reading & { clause: string }, History];
  "rulebook/compare": [Reading & { clause: string; from?: string; to?: string }, Comparison];
  "rulebook/impact": [{ textDocument: { uri: string }; position: Position }, Impact | null];
  /** A text that is not a file. */
  "rulebook/text": [{ uri: string }, { text: string }];
}
