// The steps of the tutorial (docs/src/first-ruleset.md), with the commands of the palette: from an empty folder to a ruleset that checks clean.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { startCodeServer } from "./codeServer.mjs";
import { fresh, program } from "./desk.mjs";
import { Workbench } from "./workbench.mjs";

export async function tutorial(browser, say) {
  const [desk, own] = [fresh(), program()];
  const server = await startCodeServer({ path: [own.folder, process.env.RULEBOOK_SYSTEM] });
  try {
    const bench = await Workbench.open(browser, server.url(desk));
    for (const step of [createsRuleset, writesSheet, createsClarifications, createsCheck, createsScenario, checks]) {
      say(await step(bench, desk));
    }
    await bench.close();
  } finally {
    server.stop();
  }
}

/** Waits until the list of problems of all files is empty. */
async function noProblems(bench) {
  await bench.command("Problems: Focus on Problems View");
  await bench.until("no problems", async () => (await bench.texts(".markers-panel")).join().includes("No problems have been detected"));
  await bench.command("View: Focus First Editor Group");
}

async function createsRuleset(bench, desk) {
  await bench.command("Rulebook: New ruleset");
  await bench.answer("The name of its folder", "skiffs");
  await bench.answer("The title of the game", "Skiffs and Shoals");
  await bench.answer("The first edition", "1");
  await bench.answer("The edition that the first sheet makes", "2");
  await bench.active("base.rules.md");
  await bench.shows("An army has at most");
  await bench.until("the ruleset in the status bar", async () => (await bench.status("edition")).includes("skiffs 2"));
  await bench.until("a code lens", async () => (await bench.texts(".codelens-decoration")).some((lens) => lens.includes("shown at 2")));
  for (const file of ["ruleset.toml", "2.amend.md", "scenario.toml", "checks/army-size.check.md", "examples/reds.scenario.md"]) {
    if (!existsSync(join(desk, "rules/skiffs", file))) {
      throw new Error(`${file} was not created`);
    }
  }
  await noProblems(bench);
  await bench.picture("30-ruleset");
  return "a ruleset was created, and has no problems";
}

/** Creates a sheet, and fills in what it begins with; a mistake goes by its fix. */
async function writesSheet(bench) {
  await bench.command("Rulebook: New amendment");
  await bench.choose("skiffs");
  await bench.choose("a new edition");
  await bench.answer("Its name", "3");
  await bench.answer("The title of the sheet", "Skiffs 3");
  await bench.active("skiffs-3.amend.md");
  await bench.shows("## Replace bullet 1 {n=1}");
  await bench.keys.type("Army");
  // what is typed while the program reads the new sheet offers nothing by itself
  await bench.until("the section", async () => {
    if ((await bench.count(".suggest-widget.visible .monaco-list-row")) === 0) {
      await bench.keys.press("Control+Space");
      await bench.page.waitForTimeout(500);
    }
    return (await bench.texts(".suggest-widget.visible .monaco-list-row.focused")).some((row) => row.includes("Army size"));
  });
  await bench.picture("31-section");
  await bench.keys.press("Tab");
  await bench.shows("# Army size {#army-size page=1}\n");
  await bench.fill("");
  await bench.fill("Replace paragraph 1, sentence 1");
  await bench.keys.type("An army has at most [16](fact:army-size.most) units.");
  await bench.until("the new amendment above the section", async () => (await bench.texts(".codelens-decoration")).some((lens) => /amended in [^·]*\b3\b/.test(lens)));
  await noProblems(bench);
  await bench.goTo(9, "## Replace paragraph 1, sentence 1".length + 1);
  await bench.keys.press("Backspace");
  await bench.keys.type("3");
  await bench.until("the mistake", async () => (await bench.errors()) === 1 && (await bench.count(".squiggly-error")) > 0);
  await bench.keys.press("Control+.");
  const fix = bench.page.locator(".action-widget .monaco-list-row.action", { hasText: "write `sentence 1`" });
  await fix.waitFor();
  await bench.picture("32-mistake");
  await fix.click();
  await bench.until("the mistake to go", async () => (await bench.errors()) === 0);
  await bench.until("the edition of the sheet in the status bar", async () => (await bench.status("edition")).includes("skiffs 3"));
  await bench.keys.press("Control+s");
  await noProblems(bench);
  await bench.picture("33-sheet");
  return "a sheet was written; a mistake in it appeared, and went by its fix";
}

async function createsClarifications(bench) {
  await bench.command("Rulebook: New clarifications");
  await bench.answer("The name of the document", "answers-2024");
  await bench.active("answers-2024.clarify.md");
  return "clarifications were begun";
}

async function createsCheck(bench) {
  await bench.command("Rulebook: New check");
  await bench.answer("The name of the check", "too-few-horse");
  await bench.active("too-few-horse.check.md");
  return "a check was begun";
}

async function createsScenario(bench) {
  await bench.command("Rulebook: New scenario");
  await bench.answer("File name", "lists/blues");
  await bench.active("blues.scenario.md");
  await bench.shows("ruleset: skiffs");
  await bench.shows('edition: "3"');
  await bench.picture("34-scenario");
  return "a scenario was begun";
}

async function checks(bench) {
  await bench.command("Rulebook: Check the workspace");
  await bench.until("the word of the program", async () => (await bench.texts(".xterm-rows")).join().includes("no problems in 8 files"));
  await bench.picture("35-checked");
  const tabs = (await bench.texts(".tab .label-name")).map((name) => name.trim());
  if (tabs.join() !== "base.rules.md,skiffs-3.amend.md,answers-2024.clarify.md,too-few-horse.check.md,blues.scenario.md") {
    throw new Error(`open are ${tabs.join()}`);
  }
  await noProblems(bench);
  return "no file has a problem";
}
