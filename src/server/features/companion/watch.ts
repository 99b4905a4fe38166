// Ends a browser's open poll early when what its popup shows has changed: Stop, a pause, a hold, the limit, another way to share.

import type { CompanionCaller } from '#contract/route.ts';
import { awakeMs } from '#domain/companion.ts';
import type { CompanionContext } from './companion-context.ts';
import { readShown } from './store.ts';

/** One statement serves all open polls of this process. Without open polls there is none. */
const checkEveryMs = 1_000;

/**
 * Checks once a second and uses no signal, because a NOTIFY for every round of every bot would also be paid by the many closets
 * that no browser shares. Single shares are left out, because each of them ends a poll anyway.
 * A working browser that falls asleep counts, too: the other one's poll ends, and its next one takes over.
 */
export function createWatch({ database, clock, isOnHold = () => false }: CompanionContext) {
  /** What this process last sent to each browser. A browser that it does not know gets an answer at once. */
  const known = new Map<string, string>();
  const open = new Set<{ companion: CompanionCaller; own: string; onChange: (news: string) => void }>();
  let cancelCheck: (() => void) | null = null;
  let isClosed = false;

  const plan = () => {
    if (cancelCheck !== null || isClosed || open.size === 0) return;
    cancelCheck = clock.at(clock.now() + checkEveryMs, () => {
      cancelCheck = null;
      void check().finally(plan);
    });
  };
  const check = async () => {
    const asked = [...open];
    const userIds = [...new Set(asked.map(({ companion }) => companion.userId))];
    if (userIds.length === 0) return;
    // If the database does not answer, the next check tries again.
    const shown = await readShown(database, { userIds, awakeSince: clock.now() - awakeMs }).catch(() => null);
    for (const poll of asked) {
      const ofSeller = shown?.get(poll.companion.userId);
      const now = `${ofSeller}/${poll.own}/${isOnHold()}`;
      if (ofSeller === undefined || known.get(poll.companion.id) === now || !open.delete(poll)) continue;
      poll.onChange(now);
    }
  };

  return {
    /**
     * Calls back once with the news, when the popup has to show something else. `own` is what it shows of this browser. Returns a
     * function that ends it.
     */
    open(companion: CompanionCaller, own: string, onChange: (news: string) => void): () => void {
      const poll = { companion, own, onChange };
      open.add(poll);
      plan();
      return () => void open.delete(poll);
    },
    /** The reply with these news has left. Until then they are news for the browser's next poll, too. */
    sent({ id }: CompanionCaller, news: string): void {
      known.set(id, news);
    },
    close(): void {
      isClosed = true;
      cancelCheck?.();
    },
  };
}
