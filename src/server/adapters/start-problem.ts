// The error for problems that keep the server from starting.

/**
 * Something outside the program keeps it from starting, such as a folder, a key, or a server. `message` tells the operator what
 * is wrong and what to do. It never contains a secret. `cause` is for the logs.
 */
export class StartProblem extends Error {
  /** What to do: the last part of `message`. */
  readonly remedy: string;

  constructor(what: string, remedy: string, detail: { cause?: unknown } = {}) {
    super(`${what} ${remedy}`, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'StartProblem';
    this.remedy = remedy;
  }
}
