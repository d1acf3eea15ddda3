/** Why nothing was done: 1 it cannot be, 2 it was asked for wrongly, 3 a file could not be parsed and was left alone. */
export type InstallExitCode = 1 | 2 | 3;

/** An installation that was not begun. The message says what happened, why, and the next step. */
export class InstallError extends Error {
  override readonly name = 'InstallError';
  readonly exitCode: InstallExitCode;

  constructor(message: string, exitCode: InstallExitCode) {
    super(message);
    this.exitCode = exitCode;
  }
}
