// Follows the practice marketplace's journal, which shows every share that really happened.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Accepted } from './oracle/oracle.ts';
import type { AcceptedPrice } from './oracle/promises.ts';

const readEveryMs = 250;
const mostAtOnce = 10_000;

type Entry = {
  at: string;
  account: string | null;
  op: string;
  listingId?: string | null;
  applied?: boolean;
  case: string;
};

/** Collects every share and price that the marketplace accepted, whether or not Hangtag knows of it. */
export function watchJournal(origin: string) {
  const accepted: Accepted[] = [];
  const prices: AcceptedPrice[] = [];
  const moments = new Map<string, number[]>();
  let since = 0;
  let shareCalls = 0;
  let isOver = false;

  const read = async (): Promise<number> => {
    const reply = await fetch(`${origin}/__standin/journal?since=${since}&limit=${mostAtOnce}`);
    const { entries, next } = (await reply.json()) as { entries: Entry[]; next: number };
    since = next;
    for (const entry of entries) {
      if (entry.op === 'share') shareCalls += 1;
      if (entry.account === null || !entry.listingId) continue;
      if (entry.applied === false || (entry.applied === undefined && entry.case !== 'ok')) continue;
      if (entry.op === 'update') prices.push({ at: Date.parse(entry.at), listingId: entry.listingId });
      if (entry.op !== 'share') continue;
      const share = { at: Date.parse(entry.at), account: entry.account.toLowerCase(), listingId: entry.listingId };
      accepted.push(share);
      const ofAccount = moments.get(share.account) ?? [];
      ofAccount.push(share.at);
      moments.set(share.account, ofAccount);
    }
    return entries.length;
  };
  const following = (async () => {
    while (!isOver) {
      await read();
      await sleep(readEveryMs);
    }
  })();

  return {
    accepted,
    prices,
    /** The shares that were sent to it so far, whatever it answered. */
    shareCalls: () => shareCalls,
    /** When the marketplace accepted the first share of this account after that moment; null if it has not yet. */
    firstAfter: (account: string, since: number): number | null =>
      moments.get(account)?.find((at) => at > since) ?? null,
    /** Stops at the end of the journal. */
    async end(): Promise<Accepted[]> {
      isOver = true;
      await following;
      while ((await read()) > 0);
      return accepted;
    },
  };
}
