// Work that goes on after the reply, so that the reply's timing does not show whether an account exists.
import { Failure } from '#domain/failure.ts';

export type LateWork = {
  /** Does not wait for the work. A refusal by a limit is no failure. */
  start(work: Promise<void>): void;
  /** Resolves when no work is under way. */
  settled(): Promise<void>;
};

/** `onFailure` gets what the work throws. */
export function createLateWork(onFailure: (error: unknown) => void): LateWork {
  const underWay = new Set<Promise<void>>();
  return {
    start(work) {
      const settled = work
        .catch((error) => {
          if (!(error instanceof Failure && error.code === 'too_many_requests')) onFailure(error);
        })
        .finally(() => underWay.delete(settled));
      underWay.add(settled);
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}
