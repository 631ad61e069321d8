import * as vscode from "vscode";
import { frontMatterValue, rulesetOf } from "./clause";
import { isRulebookDocument } from "./commands/choose";
import { summarize } from "./program/problem";
import { type ReadingChoice } from "./readingChoice";
import { type Server } from "./server/server";

/** The status bar: the edition and the profile for the active document. Clicking changes them. */
export class Status implements vscode.Disposable {
  private readonly edition = vscode.window.createStatusBarItem("rulebook.edition", vscode.StatusBarAlignment.Right, 101);
  private readonly profile = vscode.window.createStatusBarItem("rulebook.profile", vscode.StatusBarAlignment.Right, 100);
  private readonly disposables: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly choice: ReadingChoice,
  ) {
    this.edition.name = "Rulebook: edition";
    this.profile.name = "Rulebook: profile";
    this.disposables = [
      this.edition,
      this.profile,
      server.onChange(() => this.update()),
      choice.onChange(() => this.update()),
      vscode.window.onDidChangeActiveTextEditor(() => this.update()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === vscode.window.activeTextEditor?.document && document.uri.path.endsWith(".scenario.md")) {
          this.update();
        }
      }),
    ];
    this.update();
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private update(): void {
    const { state } = this.server;
    switch (state.kind) {
      case "starting":
        this.show("$(loading~spin) rulebook", "rulebook is starting", "rulebook.showLog");
        break;
      case "stopped":
        this.show(
          `$(warning) rulebook${state.problem === undefined ? "" : ` ${summarize(state.problem)}`}`,
          "rulebook is not running. Click to start it.",
          "rulebook.restart",
          new vscode.ThemeColor("statusBarItem.warningBackground"),
        );
        break;
      case "running":
        this.showReading();
        break;
    }
  }

  private showReading(): void {
    const active = vscode.window.activeTextEditor?.document;
    const document = active !== undefined && isRulebookDocument(active) ? active : undefined;
    const ruleset = this.choice.ruleset(document === undefined ? undefined : rulesetOf(document)) ?? this.choice.ruleset();
    if (ruleset === undefined) {
      this.edition.hide();
      this.profile.hide();
      return;
    }
    const scenarioEdition = document?.uri.path.endsWith(".scenario.md") === true ? frontMatterValue(document, "edition") : undefined;
    if (scenarioEdition !== undefined) {
      this.show(`$(book) ${ruleset.id} ${scenarioEdition}`, `This scenario is played at ${ruleset.title} ${scenarioEdition}. Click to migrate it to another edition.`, "rulebook.migrate");
      return;
    }
    const { view } = ruleset;
    const choiceNote = this.choice.reading.ruleset === ruleset.id ? "\n\nChosen for this workspace, over the settings." : "";
    this.show(`$(book) ${ruleset.id} ${view.edition}`, `${ruleset.title} ${view.edition}, as of ${view.as_of}. Click to use another edition.${choiceNote}`, "rulebook.switchEdition");
    this.profile.text = `$(law) ${view.profile}`;
    this.profile.tooltip = `The rulings of the profile ${view.profile} apply. Click to choose another.`;
    this.profile.command = "rulebook.switchProfile";
    this.profile.show();
  }

  private show(text: string, tooltip: string, command: string, background?: vscode.ThemeColor): void {
    this.edition.text = text;
    this.edition.tooltip = tooltip;
    this.edition.command = command;
    this.edition.backgroundColor = background;
    this.edition.show();
    this.profile.hide();
  }
}
