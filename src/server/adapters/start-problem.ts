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

/** The same error, or in one sentence that the disk is full. PostgreSQL's programs say it in their own words. */
export function orFullDisk(folder: string, error: unknown): unknown {
  if (!(error instanceof Error) || (error instanceof StartProblem && error.isTemporary)) return error;
  const isFull = ['ENOSPC', 'EDQUOT'].includes(codeOf(error));
  if (!isFull && !/No space left on device|Disk quota exceeded/.test(error.message)) return error;
  return new StartProblem(`The disk of the data folder ${folder} is full.`, 'Free some space, then start again.', {
    cause: error,
  });
}

/** Of an error of Node.js or PostgreSQL; empty without one. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
