/**
 * Something outside the program keeps it from starting: a folder, a key, a server. `message` is the whole sentence for the
 * person who starts it: what is wrong and what to do. It never holds a secret; `cause` is for the logs.
 */
export class StartProblem extends Error {
  /** What to do about it: the last part of `message`. */
  readonly remedy: string;

  constructor(what: string, remedy: string, detail: { cause?: unknown } = {}) {
    super(`${what} ${remedy}`, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'StartProblem';
    this.remedy = remedy;
  }
}
