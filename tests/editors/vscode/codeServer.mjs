// VS Code as code-server serves it, with an own home, own settings and our extension.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, closeSync, mkdirSync, openSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fresh } from "./desk.mjs";

const ENTRY = join(process.env.TOOLS, "code-server/node_modules/code-server/out/node/entry.js");
/** Who starts it where root would be allowed too much. */
const NOBODY = 65534;

const SETTINGS = {
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.colorTheme": "Default Light Modern",
  "window.commandCenter": false,
  "telemetry.telemetryLevel": "off",
  "extensions.ignoreRecommendations": true,
  "extensions.autoCheckUpdates": false,
  "editor.minimap.enabled": false,
  "editor.hover.delay": 100,
  "files.autoSave": "off",
  // words that a test can read
  "terminal.integrated.gpuAcceleration": "off",
  "git.enabled": false,
};

/** Starts one. `path`: the folders in which programs are looked for. `unprivileged`: as a user who may not write everywhere. */
export async function startCodeServer({ path, unprivileged = false }) {
  const home = fresh("home");
  const [data, extensions] = [join(home, "data"), join(home, "extensions")];
  mkdirSync(join(data, "User"), { recursive: true });
  mkdirSync(join(data, "Machine"));
  mkdirSync(extensions);
  writeFileSync(join(data, "User/settings.json"), JSON.stringify(SETTINGS, null, 2));
  // where programs lie is said for a machine, not for a person
  const configure = (own) => writeFileSync(join(data, "Machine/settings.json"), JSON.stringify(own, null, 2));
  configure({});
  // the editor asks a login shell for the environment, as it does at home
  for (const profile of [".profile", ".bash_profile"]) {
    writeFileSync(join(home, profile), `export PATH='${path.join(":")}'\n`);
  }
  const log = openSync(join(process.env.TOOLS, "code-server.out"), "a");
  const env = { HOME: home, PATH: path.join(":"), LANG: "C.UTF-8", XDG_DATA_HOME: join(home, ".local/share") };
  const own = ["--user-data-dir", data, "--extensions-dir", extensions];
  const installed = spawnSync(process.execPath, [ENTRY, ...own, "--install-extension", process.env.VSIX], { env, encoding: "utf8" });
  if (installed.status !== 0) {
    throw new Error(`the extension could not be installed: ${installed.stdout}${installed.stderr}`);
  }
  if (unprivileged && process.getuid() === 0) {
    give(home);
  }
  const port = await freePort();
  const flags = ["--bind-addr", `127.0.0.1:${port}`, "--auth", "none", "--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"];
  const who = unprivileged && process.getuid() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(process.execPath, [ENTRY, ...own, ...flags], { env, stdio: ["ignore", log, log], detached: true, ...who });
  closeSync(log);
  await answers(port);
  return {
    url: (folder) => `http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`,
    configure,
    // the extension hosts and programs are of its group
    stop: () => process.kill(-child.pid, "SIGTERM"),
  };
}

/** Gives a folder and its contents to the user `nobody`. */
function give(folder) {
  chownSync(folder, NOBODY, NOBODY);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      give(path);
    } else if (!entry.isSymbolicLink()) {
      chownSync(path, NOBODY, NOBODY);
    }
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function answers(port) {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    try {
      await fetch(`http://127.0.0.1:${port}/healthz`);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error("code-server does not answer");
}
