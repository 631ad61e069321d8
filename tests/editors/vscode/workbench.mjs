// A VS Code window, as a person at the keyboard has it.
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** What is waited for longer than this, in milliseconds, does not come. */
const PATIENCE = 30_000;
const PICTURES = join(process.env.TOOLS, "pictures");
mkdirSync(PICTURES, { recursive: true });
/** The quick input that is open. */
const QUICK = ".quick-input-widget:not([style*='display: none'])";

export class Workbench {
  constructor(page) {
    this.page = page;
    this.keys = page.keyboard;
  }

  static async open(browser, url, size = { width: 1120, height: 700 }) {
    const page = await browser.newPage({ viewport: size, deviceScaleFactor: 1 });
    await page.goto(url);
    const own = new Workbench(page);
    await page.waitForSelector(".monaco-workbench .statusbar", { timeout: 60_000 });
    // the shortcuts are heard as soon as something has the focus
    await page.click(".monaco-workbench .editor-group-container, .monaco-workbench .part.editor");
    return own;
  }

  /** Waits until `look` gives something. If it never does, the error shows its last result. */
  async until(what, look, patience = PATIENCE) {
    const end = Date.now() + patience;
    for (;;) {
      const seen = await look().catch(() => undefined);
      if (seen) {
        return seen;
      }
      if (Date.now() > end) {
        await this.picture("failed");
        throw new Error(`waited in vain for ${what}`);
      }
      await this.page.waitForTimeout(60);
    }
  }

  async picture(name) {
    // not what the mouse would show
    await this.page.mouse.move(500, 10);
    await this.page.waitForTimeout(250);
    await this.page.screenshot({ path: join(PICTURES, `${name}.png`) });
  }

  texts(selector) {
    return this.page.$$eval(selector, (all) => all.map((one) => (one.innerText ?? one.textContent).replaceAll("\u00a0", " ")));
  }

  /** The words of the quick input's rows. */
  rows() {
    return this.texts(`${QUICK} .quick-input-list .monaco-list-row`);
  }

  /** Opens the quick input with a key, which a window that is busy may lose. */
  async summon(key) {
    const input = this.page.locator(`${QUICK} .quick-input-filter input`).first();
    await this.until(`the quick input of ${key}`, async () => {
      await this.keys.press(key);
      return input.waitFor({ timeout: 5000 }).then(() => true);
    });
  }

  /** Writes into the quick input that is open. */
  async say(words) {
    const input = this.page.locator(`${QUICK} .quick-input-filter input`).first();
    await input.waitFor({ timeout: PATIENCE });
    await input.fill(words);
  }

  /** Answers a question of the quick input, once it is shown: the input of the previous question looks the same. */
  async answer(question, words) {
    await this.until(`the question "${question}"`, async () => (await this.texts(QUICK)).some((shown) => shown.includes(question)));
    await this.say(words);
    await this.keys.press("Enter");
  }

  /** Chooses the first row of the quick input that holds the words. */
  async choose(words) {
    try {
      await this.page.locator(`${QUICK} .monaco-list-row`).filter({ hasText: words }).first().click({ timeout: PATIENCE });
    } catch {
      await this.picture("failed");
      throw new Error(`waited in vain for the choice "${words}"`);
    }
  }

  /** Runs a command by its title. A window that was opened a moment ago does not list the commands of extensions. */
  async command(title) {
    const row = this.page.locator(`${QUICK} .monaco-list-row`).filter({ hasText: title }).first();
    await this.until(`the command "${title}"`, async () => {
      await this.summon("F1");
      await this.say(`>${title}`);
      return row.click({ timeout: 5000 }).then(
        () => true,
        () => this.keys.press("Escape"),
      );
    });
  }

  /** Opens a file of the workspace by its name. */
  async open(name) {
    await this.summon("Control+p");
    await this.say(name);
    // rows move while more are found: the mouse might hit another
    await this.until(`the file ${name}`, async () => {
      const [row] = await this.page.$$eval(`${QUICK} .monaco-list-row.focused`, (all) => all.map((one) => one.getAttribute("aria-label")));
      return row?.startsWith(`${name} `) || row?.startsWith(`${name},`);
    });
    await this.keys.press("Enter");
    await this.active(name);
  }

  /** Waits until a tab is in front. */
  async active(name) {
    await this.until(`the tab ${name}`, async () => (await this.texts(".tab.active .label-name")).some((label) => label.trim() === name || (name.includes("↔") && label.includes(name))));
  }

  /** Puts the cursor on a line and column, both from 1. */
  async goTo(line, column = 1) {
    await this.summon("Control+g");
    await this.say(`:${line}:${column}`);
    // until it has read the number, Enter does nothing
    await this.until(`the choice of line ${line}`, async () => (await this.rows()).some((row) => row.split(/\D+/).includes(String(line))));
    await this.keys.press("Enter");
    await this.until(`line ${line}`, async () => (await this.cursor()) === `Ln ${line}, Col ${column}`);
  }

  async cursor() {
    return (await this.texts("[id='status.editor.selection']"))[0]?.trim();
  }

  /** Writes into the field of a snippet and goes to the next one: the first Tab may only take a suggestion. */
  async fill(words) {
    await this.keys.type(words);
    await this.until(`the field behind "${words}"`, async () => {
      await this.keys.press("Tab");
      for (let tries = 0; tries < 20; tries++) {
        if (/selected/.test(await this.cursor())) {
          return true;
        }
        await this.page.waitForTimeout(50);
      }
      return false;
    });
  }

  /** The lines that the editor in front shows. */
  async shown() {
    const lines = await this.page.$$eval(".editor-group-container.active .editor-instance .view-lines", (all) =>
      all.map((one) =>
        [...one.querySelectorAll(".view-line")].sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top)).map((line) => line.textContent).join("\n"),
      ),
    );
    return lines.join("\n").replaceAll("\u00a0", " ");
  }

  async shows(words) {
    await this.until(`"${words}" in the editor`, async () => (await this.shown()).includes(words));
  }

  count(selector) {
    return this.page.locator(selector).count();
  }

  /** How many errors the window knows of. */
  async errors() {
    const [counts] = await this.texts("[id='status.problems']");
    return Number(/\d+/.exec(counts ?? "")?.[0] ?? 0);
  }

  status(id) {
    return this.texts(`[id="rulebook.rulebook.rulebook.${id}"]`).then(([text]) => text?.trim() ?? "");
  }

  /** The messages in the corner. */
  messages() {
    return this.texts(".notifications-toasts .notification-list-item-message");
  }

  async closeMessages() {
    await this.command("Notifications: Clear All Notifications");
    await this.until("no message", async () => (await this.messages()).length === 0);
  }

  close() {
    return this.page.close();
  }
}
