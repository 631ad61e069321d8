import { CloseAction, type CloseHandlerResult, ErrorAction, type ErrorHandler, type ErrorHandlerResult } from "vscode-languageclient/node";

/** After this many crashes within [`CRASH_WINDOW`], the program is not restarted. */
const MAX_CRASHES = 2;

/** Three minutes, in milliseconds. */
const CRASH_WINDOW = 3 * 60 * 1000;

/** Handles crashes of the program: restarts it once, but not if it crashes again soon. */
export class CrashHandler implements ErrorHandler {
  private crashTimes: number[] = [];

  /** `onGiveUp` receives the number of crashes. */
  constructor(private readonly onGiveUp: (times: number) => void) {}

  error(): ErrorHandlerResult {
    // `closed` reports the end of the connection
    return { action: ErrorAction.Continue, handled: true };
  }

  closed(): CloseHandlerResult {
    const now = Date.now();
    this.crashTimes = [...this.crashTimes.filter((end) => now - end < CRASH_WINDOW), now];
    if (this.crashTimes.length < MAX_CRASHES) {
      return { action: CloseAction.Restart, handled: true, message: "rulebook ended unexpectedly and is restarted" };
    }
    this.onGiveUp(this.crashTimes.length);
    return { action: CloseAction.DoNotRestart, handled: true, message: "rulebook ended unexpectedly again and is not restarted" };
  }
}
