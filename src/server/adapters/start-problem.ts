// The error for problems that keep the server from starting.

/**
 * Something outside the program keeps it from starting, such as a folder, a key, or a server. `message` tells the operator what
 * is wrong and what to do. It never contains a secret. `cause` is for the logs.
 */
export class StartProblem extends Error {
  /** What to do: the last part of `message`. */
  readonly remedy: string;
  /** The same start may succeed a moment later, for example if the machine started Hangtag before its database. */
  readonly isTemporary: boolean;

  constructor(
    what: string,
    remedy: string,
    { cause, isTemporary = false }: { cause?: unknown; isTemporary?: boolean } = {},
  ) {
    super(`${what} ${remedy}`, cause === undefined ? undefined : { cause });
    this.name = 'StartProblem';
    this.remedy = remedy;
    this.isTemporary = isTemporary;
  }
}
