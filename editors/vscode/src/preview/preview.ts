import * as vscode from "vscode";
import { clauseAt, front, rulesetOf } from "../clause";
import { textAddress } from "../commands/showClauseAt";
import { type Choice } from "../reading";
import { isOurs } from "../server/files";
import { type Server } from "../server/server";
import { escaped, impactHtml } from "./impact";
import { marked } from "./mark";
import { pageHtml } from "./page";

/** Who types on within this time, in milliseconds, sees the result a little later. */
const PAUSE = 120;

/** What the page shows. */
interface Shown {
  readonly html: string;
  /** The instruction that is told of: another one is scrolled to. */
  readonly patch: string;
}

/** The effective section beside the patch that is being edited: it follows the cursor and what is typed. */
export class Preview implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private editor: vscode.TextEditor | undefined;
  private shown: Shown | undefined;
  private waiting: NodeJS.Timeout | undefined;
  private turn = 0;
  private readonly parts: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly choice: Choice,
  ) {
    this.parts = [
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (isOurs(document.uri.path)) {
          this.soon();
        }
      }),
      choice.onChange(() => this.soon()),
      server.onChange(() => this.soon()),
    ];
  }

  /** Opens it beside an editor, or brings it to the front. */
  async open(editor: vscode.TextEditor): Promise<void> {
    this.editor = editor;
    if (this.panel === undefined) {
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      const panel = vscode.window.createWebviewPanel("rulebook.preview", "Rules as they read", column, { enableScripts: true });
      panel.webview.html = pageHtml();
      panel.webview.onDidReceiveMessage(() => this.send());
      panel.onDidDispose(() => {
        this.panel = undefined;
      });
      this.panel = panel;
    } else {
      this.panel.reveal(undefined, true);
    }
    await this.update();
  }

  dispose(): void {
    clearTimeout(this.waiting);
    this.panel?.dispose();
    vscode.Disposable.from(...this.parts).dispose();
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    if (editor !== undefined && isOurs(editor.document.uri.path) && !editor.document.uri.path.endsWith(".scenario.md")) {
      this.editor = editor;
      this.soon();
    }
  }

  private soon(): void {
    if (this.panel !== undefined) {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => void this.update(), PAUSE);
    }
  }

  private async update(): Promise<void> {
    const { editor, panel } = this;
    if (editor === undefined || panel === undefined) {
      return;
    }
    const turn = ++this.turn;
    let shown: Shown;
    try {
      shown = await this.look(editor.document, editor.selection.active);
    } catch (error) {
      shown = { html: `<p class="problem">${escaped(error instanceof Error ? error.message : String(error))}</p>`, patch: "" };
    }
    // what was asked for later counts
    if (turn === this.turn) {
      this.shown = shown;
      this.send();
    }
  }

  private send(): void {
    void this.panel?.webview.postMessage(this.shown);
  }

  private async look(document: vscode.TextDocument, { line, character }: vscode.Position): Promise<Shown> {
    const impact = await this.server.ask("rulebook/impact", { textDocument: { uri: document.uri.toString() }, position: { line, character } });
    const [first] = impact?.sections ?? [];
    const ruleset = rulesetOf(document) ?? "";
    const section = first?.section ?? place(document, line);
    if (section === undefined) {
      return { html: `<p class="problem">Put the cursor below a heading: the section is shown here as it reads.</p>`, patch: "" };
    }
    const edition = first?.origin.edition ?? front(document, "edition") ?? this.choice.ruleset(ruleset)?.view.edition;
    const { text } = await this.server.ask("rulebook/text", { uri: textAddress(section, edition, true) });
    const told = vscode.workspace.getConfiguration("rulebook").get("preview.provenance", true);
    const body = await rendered(marked(text, first?.origin.patch, told));
    const head = `<header><b>${escaped(ruleset)} ${escaped(edition ?? "")}</b> · as it reads with what is typed</header>`;
    return { html: `${head}${impact === null ? "" : impactHtml(impact)}<div id="body">${body}</div>`, patch: first?.origin.patch ?? section };
  }
}

/** The section whose heading stands above a line. */
function place(document: vscode.TextDocument, line: number): string | undefined {
  for (let at = line; at >= 0; at--) {
    const { text } = document.lineAt(at);
    if (/^# /.test(text)) {
      return clauseAt(document, { line: at, character: 0 })?.name;
    }
  }
  return undefined;
}

/** Markdown as the editor's own Markdown shows it; plain, where that is switched off. */
async function rendered(markdown: string): Promise<string> {
  try {
    return (await vscode.commands.executeCommand<string>("markdown.api.render", markdown)) ?? "";
  } catch {
    return `<pre>${escaped(markdown.replaceAll(/<\/?(?:mark|span)[^>]*>/g, ""))}</pre>`;
  }
}
