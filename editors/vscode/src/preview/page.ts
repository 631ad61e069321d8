import { randomBytes } from "node:crypto";

const STYLE = `
body { font: var(--vscode-font-size)/1.55 var(--vscode-font-family); color: var(--vscode-editor-foreground); padding: 0 1.2em 3em; max-width: 62em; }
header { position: sticky; top: 0; background: var(--vscode-editor-background); padding: .6em 0 .5em; border-bottom: 1px solid var(--vscode-panel-border); color: var(--vscode-descriptionForeground); z-index: 1; }
header b { color: var(--vscode-editor-foreground); }
h1 { font-size: 1.5em; font-weight: 600; margin: .8em 0 .5em; }
h2 { font-size: 1.05em; font-weight: 600; margin: 0 0 .3em; }
.impact { background: var(--vscode-textBlockQuote-background); border-left: 3px solid var(--vscode-textLink-foreground); margin: 1em 0; padding: .7em 1em; border-radius: 2px; }
.impact p { margin: .3em 0; } .impact ul { padding-left: 1.1em; margin: .3em 0; } .impact li { margin: .25em 0; }
.impact li strong { font-weight: 600; background: var(--vscode-diffEditor-insertedTextBackground, #9ccc2c40); border-radius: 2px; }
s { background: var(--vscode-diffEditor-removedTextBackground, #ff000040); border-radius: 2px; }
mark { color: inherit; background: var(--vscode-diffEditor-insertedTextBackground, #9ccc2c40); border-radius: 2px; }
.by { color: var(--vscode-descriptionForeground); font-size: .78em; white-space: nowrap; opacity: .85; }
code { font-family: var(--vscode-editor-font-family); font-size: .92em; }
table { border-collapse: collapse; margin: 1em 0; } th, td { border: 1px solid var(--vscode-panel-border); padding: .12em .55em; text-align: left; }
td:first-child, th { white-space: nowrap; } td .by { display: block; font-size: .68em; line-height: 1.1; } th { font-weight: 600; } em { opacity: .8; } a { color: var(--vscode-textLink-foreground); text-decoration: none; }
.problem { color: var(--vscode-descriptionForeground); font-style: italic; }
`;

// receives whole texts; keeps the scroll position unless the instruction changes
const SCRIPT = `
let shown;
addEventListener("message", ({ data }) => {
  document.getElementById("text").innerHTML = data.html;
  if (data.patch !== shown) {
    shown = data.patch;
    const mark = document.querySelector("#body mark");
    const far = mark && (mark.getBoundingClientRect().top < 0 || mark.getBoundingClientRect().bottom > innerHeight);
    if (far && document.querySelector(".impact") === null) { mark.scrollIntoView({ block: "center" }); } else { scrollTo(0, 0); }
  }
});
acquireVsCodeApi().postMessage("ready");
`;

/** Returns the empty page of the preview. Its security policy only allows its own script and style. */
export function pageHtml(): string {
  const nonce = randomBytes(16).toString("hex");
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">` +
    `<style nonce="${nonce}">${STYLE}</style></head><body><main id="text"></main><script nonce="${nonce}">${SCRIPT}</script></body></html>`
  );
}

/** Escapes plain text for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
