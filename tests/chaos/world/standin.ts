// The practice marketplace of a chaos run, as a process. Its journal shows every share and price that really happened.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connectMarketplace } from '#marketplace/connector/connector.ts';
import type { Accepted } from '../oracle/oracle.ts';
import type { AcceptedPrice } from '../oracle/promises.ts';

const program = fileURLToPath(new URL('../../../src/marketplace/standin/main.ts', import.meta.url));
const readEveryMs = 250;
const mostAtOnce = 10_000;
/** Longer than any run, and the day before it. */
const newsMs = 3 * 86_400_000;
/** How long it takes to reply, so that a kill may fall in between. */
const usualLatencyMs = 40;

type Entry = {
  at: string;
  account: string | null;
  op: string;
  listingId?: string | null;
  partyId?: string;
  applied?: boolean;
  case: string;
};

export type Standin = Awaited<ReturnType<typeof startStandin>>;

export async function startStandin({ latencyMs = usualLatencyMs } = {}) {
  const flags = ['--port', '0', '--limits', 'off', '--journal', '5000000', '--json'];
  const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    if (child.stdout) createInterface({ input: child.stdout }).once('line', resolve);
    void ended.then(() => reject(new Error('The practice marketplace ended before it had started.')));
  });
  const { standin: origin } = JSON.parse(line) as { standin: string };
  const journal = followJournal(origin);
  const command = async <T>(path: string, body: unknown): Promise<T> => {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${origin}/__standin/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`The practice marketplace answered ${reply.status} to ${path}.`);
    return (await reply.json()) as T;
  };
  await command('config', { latencyMs });
  return {
    origin,
    journal,
    /** A command of the practice marketplace. */
    command,
    /** Whose listing it is. */
    async ownerOf(listingId: string): Promise<string> {
      const reply = await fetch(`${origin}/vm-rest/posts/${listingId}?pm_version=1`);
      return ((await reply.json()) as { creator_username: string }).creator_username;
    },
    /** Who shared the listings of a seller in the last days. */
    async newsOf(login: { username: string; password: string }) {
      const marketplace = connectMarketplace({
        origin,
        userAgent: 'Hangtag/test',
        clock: { now: Date.now, at: () => () => {} },
      });
      const account = marketplace.account({ cookies: [] });
      const signedIn = await account.signIn(login);
      const news = await account.news({ since: Date.now() - newsMs });
      await marketplace.close();
      if (news.kind !== 'ok')
        throw new Error(`The news of ${login.username} can't be read: ${signedIn.kind}, ${news.kind}`);
      return news.value.flatMap(({ at, people }) => people.map(({ name }) => ({ name, at })));
    },
    /** The seller passes the human check in the marketplace's app. */
    passCheck: (account: string) => command<void>('human-check', { account, on: false }),
    /** Ends what a fault did to everybody. */
    clearFaults: async () => void (await fetch(`${origin}/__standin/faults`, { method: 'DELETE' })),
    async close() {
      await journal.end().catch(() => {});
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Collects every share and price that the marketplace accepted, whether or not Hangtag knows of it. */
function followJournal(origin: string) {
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
      const share = {
        at: Date.parse(entry.at),
        account: entry.account.toLowerCase(),
        listingId: entry.listingId,
        ...(entry.partyId !== undefined && { partyId: entry.partyId }),
      };
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
    async end(): Promise<void> {
      isOver = true;
      await following;
      while ((await read()) > 0);
    },
  };
}
