import * as vscode from "vscode";
import { clauseAt, frontMatterValue, rulesetOf } from "../clause";
import { textAddress } from "../commands/showClauseAt";
import { type ReadingChoice } from "../readingChoice";
import { isRulebookFile } from "../server/files";
import { type Server } from "../server/server";
import { markPatch } from "./mark";
import { escapeHtml, pageHtml } from "./page";

/** How long nothing must be typed before the preview is updated, in milliseconds. */
const DEBOUNCE = 120;

/** The content of the page. */
interface PreviewContent {
  readonly html: string;
  /** The instruction that is shown; when it changes, the page scrolls to it. */
  readonly patch: string;
}

/** The effective section, next to the patch that is being edited. It is updated when the cursor moves and when the user types. */
export class Preview implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private editor: vscode.TextEditor | undefined;
  private content: PreviewContent | undefined;
  private timer: NodeJS.Timeout | undefined;
  private generation = 0;
  private readonly disposables: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly choice: ReadingChoice,
  ) {
    this.disposables = [
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.trackEditor(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.trackEditor(editor)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (isRulebookFile(document.uri.path)) {
          this.scheduleUpdate();
        }
      }),
      choice.onChange(() => this.scheduleUpdate()),
      server.onChange(() => this.scheduleUpdate()),
    ];
  }

  /** Opens the preview next to an editor, or reveals it. */
  async open(editor: vscode.TextEditor): Promise<void> {
    this.editor = editor;
    if (this.panel === undefined) {
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      const panel = vscode.window.createWebviewPanel("rulebook.preview", "Effective text", column, { enableScripts: true });
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
    clearTimeout(this.timer);
    this.panel?.dispose();
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private trackEditor(editor: vscode.TextEditor | undefined): void {
    if (editor !== undefined && isRulebookFile(editor.document.uri.path) && !editor.document.uri.path.endsWith(".scenario.md")) {
      this.editor = editor;
      this.scheduleUpdate();
    }
  }

  private scheduleUpdate(): void {
    if (this.panel !== undefined) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.update(), DEBOUNCE);
    }
  }

  private async update(): Promise<void> {
    const { editor, panel } = this;
    if (editor === undefined || panel === undefined) {
      return;
    }
    const generation = ++this.generation;
    let content: PreviewContent;
    try {
      content = await this.render(editor.document, editor.selection.active);
    } catch (error) {
      content = { html: `<p class="problem">${escapeHtml(error instanceof Error ? error.message : String(error))}</p>`, patch: "" };
    }
    // discards the result if a later update has started
    if (generation === this.generation) {
      this.content = content;
      this.send();
    }
  }

  private send(): void {
    void this.panel?.webview.postMessage(this.content);
  }

  private async render(document: vscode.TextDocument, { line, character }: vscode.Position): Promise<PreviewContent> {
    const impact = await this.server.request("rulebook/impact", { textDocument: { uri: document.uri.toString() }, position: { line, character } });
    const sections = impact?.sections ?? [];
    const [first] = sections;
    const ruleset = rulesetOf(document) ?? "";
    const section = first?.section ?? enclosingSection(document, line);
    if (section === undefined) {
      return { html: `<p class="problem">Put the cursor below a heading to show the effective text of its section.</p>`, patch: "" };
    }
    const edition = first?.origin.edition ?? frontMatterValue(document, "edition") ?? this.choice.ruleset(ruleset)?.view.edition;
    const { text } = await this.server.request("rulebook/text", { uri: textAddress(section, edition, true) });
    const showProvenance = vscode.workspace.getConfiguration("rulebook").get("preview.provenance", true);
    const body = await renderMarkdown(markPatch(text, first?.origin.patch, showProvenance));
    const header = `<header><b>${escapeHtml(ruleset)} ${escapeHtml(edition ?? "")}</b> · effective text with your edits</header>`;
    const effects = await Promise.all(sections.map(async ({ markdown }) => `<section class="impact">${await renderMarkdown(markdown)}</section>`));
    return { html: `${header}${effects.join("")}<div id="body">${body}</div>`, patch: first?.origin.patch ?? section };
  }
}

/** Returns the section that contains a line. */
function enclosingSection(document: vscode.TextDocument, line: number): string | undefined {
  for (let at = line; at >= 0; at--) {
    const { text } = document.lineAt(at);
    if (/^# /.test(text)) {
      return clauseAt(document, { line: at, character: 0 })?.name;
    }
  }
  return undefined;
}

/** Renders Markdown with the editor's Markdown extension, or as plain text if that is disabled. */
async function renderMarkdown(markdown: string): Promise<string> {
  try {
    return (await vscode.commands.executeCommand<string>("markdown.api.render", markdown)) ?? "";
  } catch {
    return `<pre>${escapeHtml(markdown.replaceAll(/<\/?(?:mark|span)[^>]*>/g, ""))}</pre>`;
  }
}
