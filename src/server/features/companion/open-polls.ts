// Holds each browser to a few polls at a time. Every signal wakes all polls of a seller, so hundreds of them would slow everybody down.
import { Failure } from '#domain/failure.ts';

/** A browser has one, and for a moment an older one beside it. */
const mostOfBrowser = 2;

type OpenPolls = {
  /** Refuses a poll while two of this browser are beginning. `end` ends it early, so that it makes room for newer ones. */
  begin(companionId: string, end: () => void): { opened(): void; leave(): void };
  endAll(): void;
};

export function createOpenPolls(): OpenPolls {
  const beginning = new Map<string, number>();
  /** The oldest first. */
  const open = new Map<string, (() => void)[]>();
  const change = (id: string, by: number): void => {
    const left = (beginning.get(id) ?? 0) + by;
    if (left === 0) beginning.delete(id);
    else beginning.set(id, left);
  };
  return {
    begin(id, end) {
      if ((beginning.get(id) ?? 0) >= mostOfBrowser) throw tooMany();
      change(id, 1);
      let isBeginning = true;
      const begun = (): void => {
        if (isBeginning) change(id, -1);
        isBeginning = false;
      };
      return {
        opened() {
          begun();
          const all = [...(open.get(id) ?? []), end];
          for (const old of all.slice(0, -mostOfBrowser)) old();
          open.set(id, all.slice(-mostOfBrowser));
        },
        leave() {
          begun();
          const left = (open.get(id) ?? []).filter((one) => one !== end);
          if (left.length === 0) open.delete(id);
          else open.set(id, left);
        },
      };
    },
    endAll() {
      for (const ends of open.values()) for (const end of ends) end();
    },
  };
}

const tooMany = (): Failure =>
  new Failure('too_many_requests', 'This browser is asking already.', { retryAfterMs: 1_000 });
