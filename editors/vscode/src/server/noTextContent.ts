import { type StaticFeature } from "vscode-languageclient/node";

/**
 * Prevents the language client from opening texts of the scheme `rulebook` itself. [`Texts`](../texts.ts) opens them: it continues to work when
 * the program stops, and shows errors.
 */
export const noTextContent: StaticFeature = {
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
