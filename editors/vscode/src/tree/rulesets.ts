import * as vscode from "vscode";
import { type ReadingChoice } from "../readingChoice";
import { type FileTree, type Outline } from "../server/protocol";
import { type Server } from "../server/server";
import { type Node, toTreeItem, isShipped } from "./node";

/** The tree of rulesets: rulesets contain editions, editions documents, documents instructions. */
export class Rulesets implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changeEmitter = new vscode.EventEmitter<Node | undefined>();
  readonly onDidChangeTreeData = this.changeEmitter.event;
  private readonly view: vscode.TreeView<Node>;
  private readonly disposables: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly choice: ReadingChoice,
  ) {
    this.view = vscode.window.createTreeView("rulebook.rulesets", { treeDataProvider: this, showCollapseAll: true });
    this.disposables = [this.changeEmitter, this.view, server.onChange(() => this.refresh()), choice.onChange(() => this.refresh())];
  }

  refresh(): void {
    this.changeEmitter.fire(undefined);
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return toTreeItem(node);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    try {
      return node === undefined ? await this.rootNodes() : await this.childrenOf(node);
    } catch {
      // the server shows why the program does not run
      return [];
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private async rootNodes(): Promise<Node[]> {
    if (this.server.state.kind !== "running") {
      return [];
    }
    if (this.choice.catalogue === undefined) {
      // the catalogue determines which ruleset is expanded at first
      await this.choice.refresh(this.server);
    }
    const outline = await this.server.request("rulebook/outline", {});
    const currentId = this.choice.ruleset()?.id;
    this.view.message = introduction(outline);
    return outline.rulesets.map((tree) => ({ kind: "ruleset", tree, read: tree.id === currentId ? this.choice.ruleset(tree.id)?.view.edition : undefined }));
  }

  private async childrenOf(node: Node): Promise<Node[]> {
    switch (node.kind) {
      case "ruleset": {
        const [ruleset, line] = [node.tree.id, this.choice.ruleset(node.tree.id)];
        const all = node.tree.editions.map((edition, at): Node => ({ kind: "edition", ruleset, edition, amends: at > 0, read: edition.id === line?.view.edition }));
        return all.reverse();
      }
      case "edition": {
        const { ruleset } = node;
        const lines = this.choice.ruleset(ruleset)?.documents ?? [];
        return node.edition.documents.map((document) => ({ kind: "document", ruleset, document, line: lines.find(({ id }) => id === document.id) }));
      }
      case "document": {
        const files = await this.filesOf(node.ruleset, node.document.id);
        const [only, ...others] = files;
        return only !== undefined && others.length === 0 ? patchNodes(only) : files.map((file) => ({ kind: "file", file }));
      }
      case "file":
        return patchNodes(node.file);
      case "patch":
        return [];
    }
  }

  /** Returns the files of a document, with their instructions. */
  private async filesOf(ruleset: string, document: string): Promise<readonly FileTree[]> {
    const outline = await this.server.request("rulebook/outline", { ruleset, document });
    const documents = outline.rulesets.flatMap(({ editions }) => editions).flatMap(({ documents }) => documents);
    return documents.filter(({ id }) => id === document).flatMap(({ files }) => files);
  }
}

function patchNodes(file: FileTree): Node[] {
  return file.patches.map((patch) => ({ kind: "patch", patch }));
}

/** Returns the message above the tree if the workspace has no rules of its own. */
function introduction({ rulesets }: Outline): string {
  const shipped = rulesets.every(({ location }) => isShipped(location));
  return shipped ? "This workspace has no rules of its own. These are part of the program; New amendment starts a sheet of your own." : "";
}
