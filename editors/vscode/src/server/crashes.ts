import { CloseAction, type CloseHandlerResult, ErrorAction, type ErrorHandler, type ErrorHandlerResult } from "vscode-languageclient/node";

/** So often the program may end within [`WHILE`]; then it is left alone. */
const MOST = 2;

/** Three minutes, in milliseconds. */
const WHILE = 3 * 60 * 1000;

/** What is done when the program ends unasked: it is started again once, and no more where it ends again soon. */
export class Crashes implements ErrorHandler {
  private ends: number[] = [];

  /** `gaveUp` is told how often it has ended. */
  constructor(private readonly gaveUp: (times: number) => void) {}

  error(): ErrorHandlerResult {
    // the end of the connection is told by `closed`
    return { action: ErrorAction.Continue, handled: true };
  }

  closed(): CloseHandlerResult {
    const now = Date.now();
    this.ends = [...this.ends.filter((end) => now - end < WHILE), now];
    if (this.ends.length < MOST) {
      return { action: CloseAction.Restart, handled: true, message: "rulebook has ended; it is started again" };
    }
    this.gaveUp(this.ends.length);
    return { action: CloseAction.DoNotRestart, handled: true, message: "rulebook has ended again; it is not started again by itself" };
  }
}
