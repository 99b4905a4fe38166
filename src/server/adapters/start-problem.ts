// The error for problems that keep the server from starting.

/**
 * Something outside the program keeps it from starting, such as a folder, a key, or a server. `message` tells the operator what
 * is wrong and what to do. It never contains a secret. `cause` is for the logs.
 */
export class StartProblem extends Error {
  /** What to do: the last part of `message`. */
  readonly remedy: string;
  /** The same start may succeed a moment later, as when the machine has started Hangtag before its database. */
  readonly mayPass: boolean;

  constructor(what: string, remedy: string, { cause, mayPass = false }: { cause?: unknown; mayPass?: boolean } = {}) {
    super(`${what} ${remedy}`, cause === undefined ? undefined : { cause });
    this.name = 'StartProblem';
    this.remedy = remedy;
    this.mayPass = mayPass;
  }
}
