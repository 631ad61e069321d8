import * as vscode from "vscode";
import { front as valueOf, rulesetOf } from "./clause";
import { showsRules } from "./commands/ask";
import { inShort } from "./program/problem";
import { type Choice } from "./reading";
import { type Server } from "./server/server";

/** The status bar: which edition is read and whose rulings count, for the rules in front. A click changes them. */
export class Status implements vscode.Disposable {
  private readonly edition = vscode.window.createStatusBarItem("rulebook.edition", vscode.StatusBarAlignment.Right, 101);
  private readonly profile = vscode.window.createStatusBarItem("rulebook.profile", vscode.StatusBarAlignment.Right, 100);
  private readonly parts: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly choice: Choice,
  ) {
    this.edition.name = "Rulebook: edition";
    this.profile.name = "Rulebook: profile";
    this.parts = [
      this.edition,
      this.profile,
      server.onChange(() => this.draw()),
      choice.onChange(() => this.draw()),
      vscode.window.onDidChangeActiveTextEditor(() => this.draw()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === vscode.window.activeTextEditor?.document && document.uri.path.endsWith(".scenario.md")) {
          this.draw();
        }
      }),
    ];
    this.draw();
  }

  dispose(): void {
    vscode.Disposable.from(...this.parts).dispose();
  }

  private draw(): void {
    const { standing } = this.server;
    switch (standing.kind) {
      case "starting":
        this.say("$(loading~spin) rulebook", "rulebook is starting", "rulebook.showLog");
        break;
      case "stopped":
        this.say(
          `$(warning) rulebook${standing.problem === undefined ? "" : ` ${inShort(standing.problem)}`}`,
          "rulebook does not run. Click to start it.",
          "rulebook.restart",
          new vscode.ThemeColor("statusBarItem.warningBackground"),
        );
        break;
      case "running":
        this.drawReading();
        break;
    }
  }

  private drawReading(): void {
    const front = vscode.window.activeTextEditor?.document;
    const document = front !== undefined && showsRules(front) ? front : undefined;
    const ruleset = this.choice.ruleset(document === undefined ? undefined : rulesetOf(document)) ?? this.choice.ruleset();
    if (ruleset === undefined) {
      this.edition.hide();
      this.profile.hide();
      return;
    }
    const played = document?.uri.path.endsWith(".scenario.md") === true ? valueOf(document, "edition") : undefined;
    if (played !== undefined) {
      this.say(`$(book) ${ruleset.id} ${played}`, `This scenario is played at ${ruleset.title} ${played}. Click to move it to another edition.`, "rulebook.migrate");
      return;
    }
    const { view } = ruleset;
    const chosen = this.choice.reading.ruleset === ruleset.id ? "\n\nChosen for this workspace, over the settings." : "";
    this.say(`$(book) ${ruleset.id} ${view.edition}`, `${ruleset.title} ${view.edition}, as of ${view.as_of}. Click to read another edition.${chosen}`, "rulebook.switchEdition");
    this.profile.text = `$(law) ${view.profile}`;
    this.profile.tooltip = `Rulings count as in the profile ${view.profile}. Click for another.`;
    this.profile.command = "rulebook.switchProfile";
    this.profile.show();
  }

  private say(text: string, tooltip: string, command: string, background?: vscode.ThemeColor): void {
    this.edition.text = text;
    this.edition.tooltip = tooltip;
    this.edition.command = command;
    this.edition.backgroundColor = background;
    this.edition.show();
    this.profile.hide();
  }
}
