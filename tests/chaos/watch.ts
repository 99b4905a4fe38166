import { setTimeout as sleep } from 'node:timers/promises';
import type { Accepted } from './oracle.ts';

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

/** Follows the marketplace's journal: every share that it accepted, whoever knows of it. */
export function watchJournal(origin: string) {
  const accepted: Accepted[] = [];
  const lastAt = new Map<string, number>();
  let since = 0;
  let isOver = false;

  const read = async (): Promise<number> => {
    const reply = await fetch(`${origin}/__standin/journal?since=${since}&limit=${mostAtOnce}`);
    const { entries, next } = (await reply.json()) as { entries: Entry[]; next: number };
    since = next;
    for (const entry of entries) {
      if (entry.op !== 'share' || entry.account === null || !entry.listingId) continue;
      if (entry.applied === false || (entry.applied === undefined && entry.case !== 'ok')) continue;
      const share = { at: Date.parse(entry.at), account: entry.account.toLowerCase(), listingId: entry.listingId };
      accepted.push(share);
      lastAt.set(share.account, share.at);
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
    /** When the marketplace last accepted a share of this account; 0: never. */
    lastAt: (account: string): number => lastAt.get(account) ?? 0,
    /** Stops following, at the journal's end. */
    async end(): Promise<Accepted[]> {
      isOver = true;
      await following;
      while ((await read()) > 0);
      return accepted;
    },
  };
}
