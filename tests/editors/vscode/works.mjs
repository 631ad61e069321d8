// Everything that a person does with rules and scenarios, once, in a folder whose name has blanks and letters beyond ASCII.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startCodeServer } from "./codeServer.mjs";
import { importer, program, withRules } from "./desk.mjs";
import { Workbench } from "./workbench.mjs";

export async function works(browser, say) {
  const desk = withRules();
  const own = importer(program().path);
  const server = await startCodeServer({ path: [own.folder, "/usr/bin", "/bin"] });
  try {
    const bench = await Workbench.open(browser, server.url(desk));
    for (const step of [opens, faultAndFix, completes, hovers, goesToClause, renames, keepsMarkdown, previews, searches, reads, compares, tellsHistory, switchesEdition, checks, migrates, showsTree, beginsAmendment, beginsScenario, imports]) {
      say(await step(bench, { desk, program: own.path, server }));
    }
    await bench.close();
  } finally {
    server.stop();
  }
}

const SHEET = "3.4.amend.md";

/** Line and column, from 1, of a place inside words of a text. */
function place(text, words, inside = 0) {
  const at = text.indexOf(words);
  if (at < 0) {
    throw new Error(`no ${words} in the file`);
  }
  const before = text.slice(0, at + inside).split("\n");
  return [before.length, before.at(-1).length + 1];
}

const sheet = (desk) => readFileSync(join(desk, "rules/dbm", SHEET), "utf8");

async function opens(bench) {
  await bench.open(SHEET);
  await bench.until("the edition in the status bar", async () => (await bench.status("edition")).includes("dbm 3.4"));
  await bench.until("a code lens", async () => (await bench.texts(".codelens-decoration")).some((lens) => lens.includes("shown at 3.4")));
  if ((await bench.errors()) !== 0) {
    throw new Error("the sheet that ships has errors");
  }
  await bench.picture("01-sheet");
  return `${SHEET} is open, read at ${await bench.status("edition")} ${await bench.status("profile")}`;
}

async function faultAndFix(bench, { desk }) {
  await bench.goTo(...place(sheet(desk), "bullet 1 {", "bullet 1".length));
  await bench.keys.type("1");
  await bench.until("the fault", async () => (await bench.errors()) > 0 && (await bench.count(".squiggly-error")) > 0);
  await bench.keys.press("Control+.");
  await bench.page.waitForSelector(".action-widget .monaco-list-row");
  await bench.picture("02-fault");
  const [cure] = await bench.texts(".action-widget .monaco-list-row.action");
  await bench.keys.press("Enter");
  await bench.until("the fault to go", async () => (await bench.errors()) === 0);
  return `a fault appeared while typing, and went by its cure: ${cure.trim()}`;
}

async function completes(bench, { desk }) {
  await bench.goTo(...place(sheet(desk), "bullet 1 {", "bullet 1".length));
  await bench.keys.press("Backspace");
  const row = await bench.until("an ordinal", async () => {
    if ((await bench.count(".suggest-widget.visible .monaco-list-row")) === 0) {
      await bench.keys.press("Control+Space");
      await bench.page.waitForTimeout(1000);
    }
    return (await bench.texts(".suggest-widget.visible .monaco-list-row")).find((row) => /^1\b/.test(row.trim()));
  });
  await bench.picture("03-completion");
  await bench.keys.press("Enter");
  await bench.shows('Replace paragraph "2", bullet 1 {#terrain.defender.ww');
  return `completion offers ${row.trim().replaceAll(/\s+/g, " ")}`;
}

async function hovers(bench, { desk }) {
  await bench.goTo(...place(sheet(desk), '## Replace paragraph "2"', 4));
  await bench.command("Show or Focus Hover");
  const hover = await bench.until("the hover", async () => (await bench.texts(".monaco-hover:not(.hidden) .hover-contents")).find((text) => text.includes("3.4 sheet")));
  await bench.page.waitForTimeout(300);
  await bench.picture("04-hover");
  await bench.keys.press("Escape");
  return `hover says: ${hover.trim().split("\n")[0]}`;
}

async function goesToClause(bench, { desk }) {
  await bench.goTo(...place(sheet(desk), "(#terrain.defender ", 4));
  await bench.keys.press("F12");
  await bench.active("3.1.amend.md");
  const [line] = place(readFileSync(join(desk, "rules/dbm/3.1.amend.md"), "utf8"), "> 2. Next, the defender");
  const at = await bench.until("the line with it", async () => ((await bench.cursor())?.startsWith(`Ln ${line},`) ? bench.cursor() : undefined));
  await bench.open(SHEET);
  return `the definition of #terrain.defender stands in 3.1.amend.md, ${at}`;
}

async function renames(bench, { desk }) {
  await bench.goTo(...place(sheet(desk), "](fact:terrain-choosing.defender.ww)", "](fact:terr".length));
  await bench.keys.press("F2");
  await bench.page.waitForSelector(".rename-box input", { state: "visible" });
  await bench.page.fill(".rename-box input", "terrain.water");
  await bench.keys.press("Enter");
  await bench.shows("(fact:terrain.water)");
  await bench.until("no error by the rename", async () => (await bench.errors()) === 0);
  await bench.keys.press("Control+z");
  await bench.shows("(fact:terrain-choosing.defender.ww)");
  return "a fact was renamed, and the rename taken back";
}

async function keepsMarkdown(bench) {
  await bench.keys.press("Control+k");
  await bench.keys.press("v");
  await bench.active(`Preview ${SHEET}`);
  await bench.until("the page as Markdown shows it", async () => (await inPages(bench, "h1")).some((text) => text.includes("Element cost")));
  await bench.command("View: Focus First Editor Group");
  await bench.command("View: Close Editors in Other Groups");
  await bench.active(SHEET);
  return "Markdown's own preview shows the sheet";
}

/** The words of elements in the pages of webviews, which are loaded anew now and then. */
async function inPages(bench, selector) {
  const pages = bench.page.frames().filter((frame) => frame.url().includes("fake.html"));
  const texts = await Promise.all(pages.map((frame) => frame.$$eval(selector, (all) => all.map((one) => one.textContent)).catch(() => [])));
  return texts.flat();
}

async function previews(bench, { desk }) {
  const at = place(sheet(desk), "> | Irr Bw | ~~5~~ 5.5 |", "> | Irr Bw | ~~5~~ 5.5".length);
  await bench.goTo(...at);
  await bench.command("Rulebook: What does this patch change?");
  await bench.until("what the patch changes", async () => (await inPages(bench, ".impact li strong")).includes("5.5"));
  await bench.until("the mark in the text", async () => (await inPages(bench, "#body mark")).join() === "5.5");
  await bench.goTo(...at);
  await bench.keys.type("5");
  await bench.until("what is typed, in the preview", async () => (await inPages(bench, "#body mark")).join() === "5.55");
  await bench.keys.press("Backspace");
  await bench.until("the old text, in the preview", async () => (await inPages(bench, "#body mark")).join() === "5.5");
  await bench.goTo(...place(sheet(desk), '## Replace paragraph "2"', 4));
  await bench.until("the sheet that withdrew it", async () => (await inPages(bench, ".impact p")).some((text) => text.includes("players' poll")));
  await bench.command("View: Toggle Primary Side Bar Visibility");
  await bench.picture("05-preview");
  await bench.command("View: Toggle Primary Side Bar Visibility");
  await bench.command("View: Close Editors in Other Groups");
  return "the preview tells what the patch changes, and follows what is typed";
}

async function searches(bench, { program }) {
  const query = "pikes against elephants rear support";
  await bench.command("Rulebook: Search rules");
  await bench.say(query);
  const answer = JSON.parse(execFileSync(program, ["search", query, "--format", "json", "--limit", "5"], { encoding: "utf8" }));
  // the rows of a question that is half typed are replaced
  let rows = [];
  await bench
    .until("the program's hits", async () => {
      rows = await bench.rows();
      return answer.hits.every(({ id }, at) => rows[at]?.includes(id));
    })
    .catch(({ message }) => {
      throw new Error(`${message}: ${answer.hits.map(({ id }) => id).join(", ")} are not the first of ${rows.join(" / ")}`);
    });
  await bench.picture("06-search");
  await bench.keys.press("Enter");
  const [first] = answer.hits;
  await bench.active(`${first.id.split("/")[1]}.md`);
  return `search lists ${rows.length} hits in the program's order, the first is ${first.id}`;
}

async function reads(bench, { desk }) {
  await bench.open(SHEET);
  await bench.goTo(...place(sheet(desk), "# Recoiling elements", 5));
  await bench.command("Rulebook: Show clause at edition");
  await bench.choose("3.1");
  await bench.active("recoiling.md");
  await bench.until("the text of 3.1", async () => (await bench.texts(".view-lines")).some((text) => text.includes("# Recoiling elements")));
  await bench.command("View: Focus First Editor Group");
  await bench.command("View: Close Editors in Other Groups");
  await bench.open(SHEET);
  await bench.goTo(...place(sheet(desk), "# Recoiling elements", 5));
  const compare = bench.page.locator(".codelens-decoration a", { hasText: "compare 3.3 ↔ 3.4" });
  await compare.first().waitFor();
  await compare.nth(await compare.evaluateAll(nearestAbove, "# Recoiling elements")).click();
  await bench.active("Recoiling elements (dbm 3.3 ↔ 3.4)");
  return "a clause is read at 3.1, and a code lens compares it";
}

// which of the links is the last above a line, in the page
function nearestAbove(links, heading) {
  const top = (element) => element.getBoundingClientRect().top;
  const lines = [...document.querySelectorAll(".view-line")];
  const line = lines.find((own) => own.textContent.replace(/\u00a0/g, " ").startsWith(heading));
  const above = links.map((link, at) => ({ at, y: top(link) })).filter((link) => link.y < top(line));
  return above.sort((one, other) => other.y - one.y)[0].at;
}

async function compares(bench, { desk }) {
  await bench.open(SHEET);
  await bench.goTo(...place(sheet(desk), "# Element cost", 5));
  await bench.command("Rulebook: Compare clause between editions");
  await bench.choose("3.4");
  await bench.choose("3.3");
  await bench.active("3.3 ↔ 3.4");
  await bench.until("the differences", async () => (await bench.count(".monaco-diff-editor .char-insert, .monaco-diff-editor .line-insert")) > 3);
  await bench.page.waitForTimeout(500);
  await bench.picture("07-compare");
  const [title] = await bench.texts(".tab.active .label-name");
  return `compared: ${title.trim()}`;
}

async function tellsHistory(bench, { desk }) {
  await bench.open(SHEET);
  await bench.goTo(...place(sheet(desk), "## Replace paragraph", 5));
  await bench.command("Rulebook: Clause history");
  const rows = await bench.until("the history", async () => ((await bench.rows()).length >= 3 ? bench.rows() : undefined));
  await bench.picture("08-history");
  await bench.choose("3.1 ·");
  await bench.active("3.1.amend.md");
  return `the history has ${rows.length} entries`;
}

async function switchesEdition(bench, { server }) {
  await bench.page.click("[id='rulebook.rulebook.rulebook.edition'] a");
  await bench.choose("dbm 3.2");
  await bench.until("the other edition", async () => (await bench.status("edition")).includes("dbm 3.2"));
  await bench.open(SHEET);
  await bench.until("the code lens at it", async () => (await bench.texts(".codelens-decoration")).some((lens) => lens.includes("shown at 3.2")));
  await bench.page.click("[id='rulebook.rulebook.rulebook.profile'] a");
  await bench.choose("uk");
  await bench.until("the other profile", async () => (await bench.status("profile")).includes("uk"));
  await bench.page.click("[id='rulebook.rulebook.rulebook.edition'] a");
  await bench.choose("from the settings");
  await bench.until("the usual edition", async () => (await bench.status("edition")).includes("dbm 3.4") && (await bench.status("profile")).includes("iwf"));
  server.configure({ "rulebook.edition": "3.1" });
  await bench.until("the edition of the settings", async () => (await bench.status("edition")).includes("dbm 3.1"));
  server.configure({});
  await bench.until("the usual edition again", async () => (await bench.status("edition")).includes("dbm 3.4"));
  return "the status bar changes edition and profile, and settings do";
}

async function checks(bench) {
  await bench.open("email.scenario.md");
  const count = await bench.until("findings", async () => (await bench.errors()) || undefined);
  await bench.page.waitForSelector(".squiggly-error");
  await bench.keys.press("Control+Shift+m");
  await bench.until("the list of findings", async () => (await bench.texts(".markers-panel .monaco-list-row")).some((row) => row.includes("rear rank cannot be Cv(S)")));
  await bench.picture("09-scenario");
  await bench.keys.press("Control+j");
  return `an army list has ${count} errors`;
}

async function migrates(bench) {
  await bench.open("longbows.scenario.md");
  await bench.until("its own edition in the status bar", async () => (await bench.status("edition")).includes("dbm 3.3"));
  await bench.shows('edition: "3.3"');
  await bench.command("Rulebook: Migrate scenario");
  await bench.choose("3.4");
  await bench.shows('edition: "3.4"');
  await bench.shows("<!-- migrate 3.4: English costs 406 AP");
  const [message] = await bench.until("the message", async () => {
    const all = await bench.messages();
    return all.some((text) => text.includes("Migrated to dbm 3.4")) ? all : undefined;
  });
  await bench.picture("10-migrated");
  await bench.closeMessages();
  return `migrated: ${message.trim()}`;
}

async function showsTree(bench) {
  await bench.page.click(".activitybar [aria-label='Rulebook']");
  const rows = await bench.until("the tree", async () => {
    const rows = await bench.texts(".pane-body .monaco-list-row");
    return rows.some((row) => row.includes("DBM 3.4 amendments")) ? rows : undefined;
  });
  await bench.page.locator(".pane-body .monaco-list-row", { hasText: "DBM 3.4 amendments" }).locator(".monaco-tl-twistie").click();
  await bench.until("the instructions", async () => (await bench.texts(".pane-body .monaco-list-row")).some((row) => row.includes('Replace paragraph "2", bullet 1')));
  await bench.picture("11-tree");
  return `the tree shows ${rows.length} lines and the instructions of a sheet`;
}

async function beginsAmendment(bench, { desk }) {
  await bench.command("Rulebook: New amendment");
  await bench.choose("dbm");
  await bench.choose("3.4");
  await bench.answer("The title of the sheet", "House rules of the club");
  await bench.active("house-rules-of-the-club.amend.md");
  await bench.shows("## Replace bullet 1 {n=1}");
  await bench.picture("12-amendment");
  const listed = readFileSync(join(desk, "rules/dbm/ruleset.toml"), "utf8");
  if (!listed.includes('[document."house-rules-of-the-club"]')) {
    throw new Error("ruleset.toml does not list the new sheet");
  }
  await bench.keys.press("Escape");
  return "a sheet of amendments was begun, and is listed";
}

async function beginsScenario(bench) {
  await bench.command("Rulebook: New scenario");
  await bench.answer("File name", "gauls");
  await bench.active("gauls.scenario.md");
  await bench.shows("ruleset: dbm");
  await bench.until("the words that fit", async () => (await bench.texts(".suggest-widget.visible .monaco-list-row")).length > 3);
  await bench.picture("13-scenario-begun");
  return "a scenario was begun, and completion offers what fits";
}

async function imports(bench, { desk }) {
  const file = join(desk, "Blätter der 3.5.txt");
  writeFileSync(file, "Page 24. Recoiling. Delete the first sentence.\n");
  await bench.command("Rulebook: Import documents");
  const question = () => bench.page.inputValue(".quick-input-widget .quick-input-filter input");
  // the dialogue writes its folder into the field again when it has read it
  await bench.until("the question for files", async () => (await question()).startsWith("/") && (await bench.rows()).some((row) => row.includes("Blätter der 3.5.txt")));
  await bench.until("the name of the file", async () => {
    await bench.say(file);
    await bench.page.waitForTimeout(500);
    return (await question()) === file;
  });
  await bench.keys.press("Enter");
  // a long line is broken by the terminal
  await bench.until("the program in the terminal", async () => (await bench.texts(".xterm-rows")).join("").replaceAll(/\s/g, "").includes(`toimport:<${file.replaceAll(/\s/g, "")}>`));
  await bench.picture("14-import");
  return "import runs in the terminal with the files that were chosen";
}
