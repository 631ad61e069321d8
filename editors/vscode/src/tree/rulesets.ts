import * as vscode from "vscode";
import { type Choice } from "../reading";
import { type FileTree, type Outline } from "../server/protocol";
import { type Server } from "../server/server";
import { type Node, shownAs, travels } from "./node";

/** The tree of rulesets: these hold editions, editions documents, documents instructions. */
export class Rulesets implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<Node | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Node>;
  private readonly parts: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly choice: Choice,
  ) {
    this.view = vscode.window.createTreeView("rulebook.rulesets", { treeDataProvider: this, showCollapseAll: true });
    this.parts = [this.changed, this.view, server.onChange(() => this.refresh()), choice.onChange(() => this.refresh())];
  }

  refresh(): void {
    this.changed.fire(undefined);
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return shownAs(node);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    try {
      return node === undefined ? await this.roots() : await this.below(node);
    } catch {
      // why the program does not run is told elsewhere
      return [];
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.parts).dispose();
  }

  private async roots(): Promise<Node[]> {
    if (this.server.standing.kind !== "running") {
      return [];
    }
    if (this.choice.catalogue === undefined) {
      // which ruleset is unfolded at first hangs on it
      await this.choice.refresh(this.server);
    }
    const outline = await this.server.ask("rulebook/outline", {});
    const own = this.choice.ruleset()?.id;
    this.view.message = message(outline);
    return outline.rulesets.map((tree) => ({ kind: "ruleset", tree, read: tree.id === own ? this.choice.ruleset(tree.id)?.view.edition : undefined }));
  }

  private async below(node: Node): Promise<Node[]> {
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
        const files = await this.files(node.ruleset, node.document.id);
        const [only, ...others] = files;
        return only !== undefined && others.length === 0 ? patches(only) : files.map((file) => ({ kind: "file", file }));
      }
      case "file":
        return patches(node.file);
      case "patch":
        return [];
    }
  }

  /** The files of a document, with their instructions. */
  private async files(ruleset: string, document: string): Promise<readonly FileTree[]> {
    const outline = await this.server.ask("rulebook/outline", { ruleset, document });
    const documents = outline.rulesets.flatMap(({ editions }) => editions).flatMap(({ documents }) => documents);
    return documents.filter(({ id }) => id === document).flatMap(({ files }) => files);
  }
}

function patches(file: FileTree): Node[] {
  return file.patches.map((patch) => ({ kind: "patch", patch }));
}

/** What is said above the tree where the workspace holds no rules of its own. */
function message({ rulesets }: Outline): string {
  const shipped = rulesets.every(({ location }) => travels(location));
  return shipped ? "This workspace has no rules of its own. These travel in the program; New amendment begins a sheet of yours." : "";
}
