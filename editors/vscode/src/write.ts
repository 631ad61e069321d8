import * as vscode from "vscode";

/** Creates a file and its folders. Rejects with a message for the user, also if the file exists. */
export async function writeNew(uri: vscode.Uri, text: string): Promise<void> {
  if (await exists(uri)) {
    throw new Error(`${displayPath(uri)} already exists; choose another name.`);
  }
  await write(uri, text);
}

/** Returns the text of a file, with its unsaved changes if it is open. */
export async function currentText(uri: vscode.Uri): Promise<string> {
  return openDocument(uri)?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** Replaces the text of a file, or creates it: in the editor if it is open, which saves it. Rejects with a message for the user. */
export async function replace(uri: vscode.Uri, text: string): Promise<void> {
  const document = openDocument(uri);
  if (document === undefined) {
    await write(uri, text);
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  if (!(await vscode.workspace.applyEdit(edit)) || !(await document.save())) {
    throw new Error(`${displayPath(uri)} cannot be written.`);
  }
}

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** Writes a file. Rejects with a message for the user. */
async function write(uri: vscode.Uri, text: string): Promise<void> {
  try {
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(uri, ".."));
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (/EACCES|EPERM|EROFS|NoPermissions/.test(reason)) {
      throw new Error(`${displayPath(uri)} cannot be written: the folder is read-only. Open a writable folder, and try again.`);
    }
    throw new Error(`${displayPath(uri)} cannot be written: ${reason}`);
  }
}

export async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

/** Returns a path for display: relative to the workspace if the file is inside it. */
export function displayPath(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri, false);
}
