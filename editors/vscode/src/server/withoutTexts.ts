import { type StaticFeature } from "vscode-languageclient/node";

/**
 * Keeps the client from opening texts of the scheme `rulebook` by itself: [`Texts`](../texts.ts) does, which also outlives the program and
 * says what is amiss.
 */
export const withoutTexts: StaticFeature = {
  fillClientCapabilities(capabilities) {
    const workspace: { textDocumentContent?: unknown } | undefined = capabilities.workspace;
    delete workspace?.textDocumentContent;
  },
  initialize() {},
  getState() {
    return { kind: "static" };
  },
  clear() {},
};
