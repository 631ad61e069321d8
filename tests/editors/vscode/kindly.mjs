// What goes wrong outside: one clear message each, and the editor stays usable.
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startCodeServer } from "./codeServer.mjs";
import { fresh, program, withRules } from "./desk.mjs";
import { running } from "./processes.mjs";
import { Workbench } from "./workbench.mjs";

/** The system without rulebook, which this machine may have installed. */
const SYSTEM = process.env.RULEBOOK_SYSTEM;

/** One message that says it, and no other. */
async function oneMessage(bench, pattern) {
  const all = await bench.until(`a message like ${pattern}`, async () => {
    const all = await bench.messages();
    return all.some((text) => pattern.test(text)) ? all : undefined;
  });
  if (all.length !== 1) {
    throw new Error(`more than one message: ${all.join(" | ")}`);
  }
  return all[0].trim();
}

/** Opens a sheet and types into it: the typed text is there, and can be undone. */
async function stillEdits(bench) {
  await bench.open("3.4.amend.md");
  await bench.goTo(6, 1);
  await bench.keys.insertText("Handwritten");
  await bench.shows("Handwritten");
  await bench.keys.press("Control+z");
  await bench.until("the old text", async () => !(await bench.shown()).includes("Handwritten"));
}

export async function missingThenOld(browser, say) {
  const [desk, old, real] = [withRules(), program("rulebook 0.0.9"), program()];
  const server = await startCodeServer({ path: [SYSTEM] });
  try {
    const bench = await Workbench.open(browser, server.url(desk));
    const missing = await oneMessage(bench, /rulebook was not found.*Install it/s);
    await bench.picture("20-missing");
    await bench.closeMessages();
    await stillEdits(bench);
    await bench.until("the warning in the status bar", async () => (await bench.status("edition")).includes("not found"));
    server.configure({ "rulebook.path": old.path });
    await oneMessage(bench, /rulebook 0\.0\.9 .* is too old: this extension needs/);
    await bench.picture("21-too-old");
    await bench.closeMessages();
    server.configure({ "rulebook.path": real.path });
    await bench.until("the program, at last", async () => (await bench.status("edition")).includes("dbm 3.4"));
    await bench.until("a code lens", async () => (await bench.texts(".codelens-decoration")).some((lens) => lens.includes("shown at 3.4")));
    await bench.close();
    say(`program missing, too old, then found by the setting: "${missing.slice(0, 60)}…"`);
  } finally {
    server.stop();
  }
}

export async function killedTwice(browser, say) {
  const [desk, own] = [withRules(), program()];
  const server = await startCodeServer({ path: [own.folder, SYSTEM] });
  try {
    const bench = await Workbench.open(browser, server.url(desk));
    await bench.open("3.4.amend.md");
    const ready = () => bench.until("the program", async () => (await bench.status("edition")).includes("dbm 3.4"));
    await ready();
    const [first] = running(own.path);
    process.kill(first, "SIGKILL");
    const second = await bench.until("another process", async () => running(own.path).find((pid) => pid !== first));
    // what the status bar shows may be the first one's: the second has begun when it has sent its capabilities
    await bench.until("its first answer", async () => Number(/wchar: (\d+)/.exec(readFileSync(`/proc/${second}/io`, "utf8"))[1]) > 2000);
    await bench.page.waitForTimeout(1000);
    await ready();
    if ((await bench.messages()).length > 0) {
      throw new Error(`a first end is no word worth: ${await bench.messages()}`);
    }
    process.kill(second, "SIGKILL");
    const message = await oneMessage(bench, /ended 2 times within three minutes/);
    await bench.picture("22-killed-twice");
    await bench.closeMessages();
    await stillEdits(bench);
    await bench.command("Rulebook: Restart the program");
    await ready();
    await bench.until("a code lens", async () => (await bench.texts(".codelens-decoration")).some((lens) => lens.includes("shown at 3.4")));
    await bench.close();
    say(`killed once: started again without a word; killed twice: "${message.slice(0, 60)}…"; started by hand`);
  } finally {
    server.stop();
  }
}

export async function noRules(browser, say) {
  const [desk, own] = [fresh(), program()];
  writeFileSync(join(desk, "README.md"), "# Replace bullet 1\n\nAn ordinary page. [Here](#replace-bullet-1)\n");
  const server = await startCodeServer({ path: [own.folder, SYSTEM] });
  try {
    const bench = await Workbench.open(browser, server.url(desk));
    await bench.open("README.md");
    await bench.until("Markdown", async () => (await bench.texts("[id='status.editor.mode']")).join().includes("Markdown"));
    await bench.page.waitForTimeout(1500);
    if (running(own.path).length > 0 || (await bench.status("edition").catch(() => "")) !== "") {
      throw new Error("an ordinary README.md started the program");
    }
    await bench.page.click(".activitybar [aria-label='Rulebook']");
    await bench.until("the rules that travel", async () => (await bench.texts(".pane-body .monaco-list-row")).some((row) => row.includes("De Bellis Multitudinis")));
    await bench.until("the word on them", async () => (await bench.texts(".pane-body .message")).some((text) => text.includes("no rules of its own")));
    await bench.picture("23-no-rules");
    await bench.command("Rulebook: Migrate scenario");
    await oneMessage(bench, /Open a scenario first/);
    await bench.closeMessages();
    await bench.command("Rulebook: New amendment");
    await bench.choose("dbm");
    await bench.choose("a new edition");
    await bench.answer("Its name", "3.5");
    await bench.answer("The title of the sheet", "DBM 3.5 amendments");
    await bench.active("dbm-3.5-amendments.amend.md");
    await oneMessage(bench, /was copied from it/);
    await bench.until("the new edition", async () => (await bench.texts(".pane-body .monaco-list-row")).some((row) => row.includes("3.5")));
    await bench.close();
    say("a README.md starts nothing; a folder without rules shows those of the program, and takes a first sheet");
  } finally {
    server.stop();
  }
}

export async function readOnly(browser, say) {
  const [desk, own] = [withRules(), program()];
  for (const folder of ["rules/dbm", "rules", "."]) {
    chmodSync(join(desk, folder), 0o555);
  }
  const server = await startCodeServer({ path: [own.folder, SYSTEM], unprivileged: true });
  try {
    const bench = await Workbench.open(browser, server.url(desk));
    await bench.open("email.scenario.md");
    await bench.until("findings", async () => (await bench.errors()) > 0);
    await bench.command("Rulebook: New scenario");
    await bench.answer("File name", "gauls");
    const message = await oneMessage(bench, /gauls\.scenario\.md cannot be written: the folder is read-only/);
    await bench.picture("24-read-only");
    await bench.closeMessages();
    await bench.command("Rulebook: New amendment");
    await bench.choose("dbm");
    await bench.choose("3.4");
    await bench.answer("The title of the sheet", "House rules");
    await oneMessage(bench, /house-rules\.amend\.md cannot be written: the folder is read-only/);
    await bench.closeMessages();
    await stillEdits(bench);
    await bench.close();
    say(`a folder that is read-only: "${message}"`);
  } finally {
    for (const folder of [".", "rules", "rules/dbm"]) {
      chmodSync(join(desk, folder), 0o755);
    }
    server.stop();
  }
}
