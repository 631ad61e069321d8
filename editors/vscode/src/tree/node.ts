import * as vscode from "vscode";
import { type DocumentInfo, type DocumentTree, type EditionTree, type FileTree, type PatchInfo, type Location, type RulesetTree } from "../server/protocol";

/** A node of the tree. */
export type Node =
  | { readonly kind: "ruleset"; readonly tree: RulesetTree; readonly read: string | undefined }
  | { readonly kind: "edition"; readonly ruleset: string; readonly edition: EditionTree; readonly amends: boolean; readonly read: boolean }
  | { readonly kind: "document"; readonly ruleset: string; readonly document: DocumentTree; readonly line: DocumentInfo | undefined }
  | { readonly kind: "file"; readonly file: FileTree }
  | { readonly kind: "patch"; readonly patch: PatchInfo };

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** Returns the tree item of a node. */
export function toTreeItem(node: Node): vscode.TreeItem {
  switch (node.kind) {
    case "ruleset":
      return item(node.tree.title, node.read === undefined ? Collapsed : Expanded, "library", {
        id: node.tree.id,
        description: [node.tree.id, isShipped(node.tree.location) ? "shipped" : ""].filter(Boolean).join(" · "),
        contextValue: "ruleset",
      });
    case "edition":
      return item(node.edition.id, node.read ? Expanded : Collapsed, node.read ? "circle-filled" : "circle-outline", {
        id: `${node.ruleset}@${node.edition.id}`,
        description: node.read ? "current" : "",
        tooltip: node.edition.status ?? "",
        contextValue: node.amends ? "edition amends" : "edition",
      });
    case "document":
      return item(node.document.title, node.document.files.length === 0 ? None : Collapsed, icon(node.document.kind), {
        id: `${node.ruleset}/${node.document.id}`,
        description: [node.line?.published, node.line?.counts === false ? "does not apply" : ""].filter(Boolean).join(" · "),
        tooltip: `${node.document.id} (${node.document.kind})`,
        contextValue: "document",
        ...openCommand(node.document.files[0]?.location ?? node.document.location),
      });
    case "file":
      return item(node.file.name, Collapsed, "file", { contextValue: "file", ...openCommand(node.file.location) });
    case "patch":
      return item(node.patch.name.replace(/\s*\{[^}]*\}\s*$/, ""), None, "edit", {
        description: [node.patch.place, node.patch.n === null ? "" : `no. ${node.patch.n}`].filter(Boolean).join(" · "),
        tooltip: node.patch.id ?? "",
        contextValue: "patch",
        ...openCommand(node.patch.location),
      });
  }
}

/** Returns whether a location is inside the program and not in a file. */
export function isShipped(location: Location | null): boolean {
  return location?.uri.startsWith("rulebook:") === true;
}

function item(label: string, state: vscode.TreeItemCollapsibleState, icon: string, rest: Partial<vscode.TreeItem>): vscode.TreeItem {
  return Object.assign(new vscode.TreeItem(label, state), { iconPath: new vscode.ThemeIcon(icon) }, rest);
}

function openCommand(location: Location | null): Partial<vscode.TreeItem> {
  if (location === null) {
    return {};
  }
  const { start } = location.range;
  const selection = new vscode.Range(start.line, start.character, start.line, start.character);
  const [uri, options] = [vscode.Uri.parse(location.uri, true), { selection, preview: true }];
  return { command: { command: "vscode.open", title: "Open", arguments: [uri, options] } };
}

function icon(kind: string): string {
  const icons: Record<string, string> = {
    base: "book",
    amendment: "diff",
    clarification: "comment-discussion",
    guideline: "comment",
    notes: "note",
    data: "table",
    book: "notebook",
  };
  return icons[kind] ?? "file";
}
