// What a test tells its practice marketplaces, and what it asks them.
import { request } from 'undici';
import type { startStandin } from '#marketplace/standin/server.ts';

type Standin = Awaited<ReturnType<typeof startStandin>>;

export type JournalEntry = {
  n: number;
  account: string | null;
  method: string;
  path: string;
  op: string;
  listingId?: string;
  /** Of a share to a party. */
  partyId?: string;
  case: string;
};

/** What a test tells its practice marketplaces and asks them: faults, one-time codes, and the journal of all calls. */
export function controlStandins({ standin, realStandin }: { standin: Standin; realStandin: Standin | null }) {
  /** Sends a command to the practice marketplace's control plane; with `toReal` to the one that counts as real. */
  const command = async (
    method: string,
    path: string,
    body?: unknown,
    { toReal = realStandin !== null }: { toReal?: boolean } = {},
  ): Promise<unknown> => {
    const origin = toReal && realStandin ? realStandin.origin : standin.origin;
    // Takes a third of the time of `fetch`, and tests send thousands of commands.
    const reply = await request(`${origin}/__standin/${path}`, {
      method: method as 'GET',
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const answer: unknown = await reply.body.json();
    if (reply.statusCode >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  /** The calls of everyone, or of one account, at the marketplace that counts as real if there is one. */
  const journal = async (account?: string): Promise<JournalEntry[]> => {
    const of = account === undefined ? '' : `&account=${encodeURIComponent(account)}`;
    const { entries } = (await command('GET', `journal?since=0${of}`)) as { entries: JournalEntry[] };
    return entries;
  };
  const count = async (op: string): Promise<number> => (await journal()).filter((entry) => entry.op === op).length;
  /** With `account`, no other seller's calls count toward `after` or meet the fault. */
  const fault = (
    op: string,
    kind: string,
    more: { times?: number; after?: number; retryAfter?: number; account?: string } = {},
  ) => {
    const { times = 1, after = 0, retryAfter, account } = more;
    return command('POST', 'faults', {
      id: `${op} ${kind} ${after}`,
      when: { op, after, ...(account !== undefined && { account }) },
      // biome-ignore lint/suspicious/noThenProperty: the wire calls it so; nothing awaits it
      then: { case: kind, times, ...(retryAfter === undefined ? {} : { retryAfter }) },
    });
  };
  const code = async (account: string): Promise<string> => {
    const answer = (await command('GET', `otp?account=${account}`)) as { code: string };
    return answer.code;
  };
  return { command, journal, count, fault, code };
}
