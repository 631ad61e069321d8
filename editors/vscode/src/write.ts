import * as vscode from "vscode";

/** Writes a file that is not there yet, with the folders that it needs. Says in plain words why it cannot. */
export async function writeNew(uri: vscode.Uri, text: string): Promise<void> {
  if (await exists(uri)) {
    throw new Error(`${shown(uri)} is there already; choose another name.`);
  }
  await write(uri, text);
}

/** Writes a file. Says in plain words why it cannot. */
export async function write(uri: vscode.Uri, text: string): Promise<void> {
  try {
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(uri, ".."));
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (/EACCES|EPERM|EROFS|NoPermissions/.test(why)) {
      throw new Error(`${shown(uri)} cannot be written: the folder is read-only. Open a folder in which you may write, and try again.`);
    }
    throw new Error(`${shown(uri)} cannot be written: ${why}`);
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

/** A file as people see it: below the workspace where it lies there. */
export function shown(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri, false);
}
