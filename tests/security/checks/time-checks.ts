// Security checks of how long replies take: nobody may find out by that which addresses have accounts.
import { seeded } from '#domain/random/seeded.ts';
import { type Checks, type RunningServer, registerSeller, type Say, waitUntil } from './running-server.ts';

const samples = 500;
/** So that neither the slowing down of guesses (20 for an address) nor the limit of mails (5 in an hour) changes the work. */
const triesAtOneAddress = 5;
/** A client is refused after 10 failures for an address, and 50 for all. */
const triesOfOneClient = 10;

const clientOf = (net: number, n: number): string => `127.${net}.${Math.floor(n / 200)}.${1 + (n % 200)}`;

type Kind = 'known' | 'unknown';
const addressOf = (kind: Kind, use: string, n: number): string =>
  `${use}-${kind === 'known' ? 'a' : 'b'}${n}@example.com`;

/** In milliseconds: of the replies themselves, and of those that came next. */
type Times = Record<Kind | 'afterKnown' | 'afterUnknown', number[]>;

/** Both kinds in a random order, so that whatever else the machine does meanwhile affects both alike. */
async function timed(
  server: RunningServer,
  { use, net, send }: { use: string; net: number; send: (email: string, from: string) => Promise<number> },
): Promise<Times> {
  const accounts = samples / triesAtOneAddress;
  for (let n = 0; n < accounts; n++)
    await registerSeller(server, addressOf('known', use, n), clientOf(net, 10_000 + n));
  const random = seeded(net);
  const order: Kind[] = Array.from({ length: 2 * samples }, (_, n) => (n < samples ? 'known' : 'unknown'));
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as Kind, order[at] as Kind];
  }
  const done = { known: 0, unknown: 0 };
  const took: Times = { known: [], unknown: [], afterKnown: [], afterUnknown: [] };
  // The first ones meet code that has not run before.
  for (let n = 0; n < 20; n++)
    await send(addressOf('unknown', 'warm', n % 4), clientOf(net, 9_000 + Math.floor(n / 5)));
  for (const [n, kind] of order.entries()) {
    const email = addressOf(kind, use, done[kind]++ % accounts);
    const ms = await send(email, clientOf(net, Math.floor(n / triesOfOneClient)));
    took[kind].push(ms);
    const before = order[n - 1];
    if (before !== undefined) took[before === 'known' ? 'afterKnown' : 'afterUnknown'].push(ms);
  }
  return took;
}

/** Of the reply itself, and of the next one, which the work after a reply could delay. */
function judge({ known, unknown, afterKnown, afterUnknown }: Times, say: Say): string | null {
  const own = compareTimes(unknown, known);
  const next = compareTimes(afterUnknown, afterKnown);
  say(`without and with an account, ${samples} times each: ${comparisonText(own)}`);
  say(`the next reply: ${comparisonText(next)}`);
  if (!own.isAlike) return `its time tells: ${comparisonText(own)}`;
  return next.isAlike ? null : `the time of the next reply tells: ${comparisonText(next)}`;
}

/** Sends one request and resolves to how long its reply took, in milliseconds. Throws if the reply is another one. */
const sendTimed =
  (server: RunningServer, path: string, { status, more }: { status: number; more: object }) =>
  async (email: string, from: string): Promise<number> => {
    const startedAt = performance.now();
    const reply = await server.call(path, { method: 'POST', body: { email, ...more }, from });
    const ms = performance.now() - startedAt;
    if (reply.status !== status) throw new Error(`${path} is answered with ${reply.status}: ${reply.text}`);
    return ms;
  };

/**
 * Medians may be this far apart. Beyond it, they count if chance explains it less than once in 370 comparisons: on a busy machine,
 * the medians of 500 replies of 3 ms were 8 % apart by chance.
 */
const mostApart = 0.05;
const deviationsOfApart = 3;
/**
 * How far the share of slower ones may be from a half, in standard deviations (Mann and Whitney's test), however close the medians
 * are. Chance alone is beyond it once in 16,000 comparisons.
 */
const mostDeviations = 4;

/** Times of both kinds, in milliseconds, taken in a random order. Outliers hardly count, so it does not see when only they differ. */
function compareTimes(first: readonly number[], second: readonly number[]) {
  const medians: [number, number] = [median(first), median(second)];
  // As a part of the smaller one: 0.05 is 5 %.
  const apart = Math.max(...medians) / Math.min(...medians) - 1;
  // 0.5: nobody can tell.
  const secondIsSlower = shareAbove(second, first);
  const pairs = first.length * second.length;
  const deviation = Math.sqrt((first.length + second.length + 1) / (12 * pairs));
  const deviations = Math.abs(secondIsSlower - 0.5) / deviation;
  const isAlike = deviations <= (apart < mostApart ? mostDeviations : deviationsOfApart);
  return { medians, apart, secondIsSlower, isAlike };
}

const comparisonText = ({ medians: [one, other], apart, secondIsSlower }: ReturnType<typeof compareTimes>): string =>
  `${one.toFixed(2)} ms and ${other.toFixed(2)} ms (medians, ${(apart * 100).toFixed(1)} % apart; the second one is slower ${(secondIsSlower * 100).toFixed(1)} % of the time)`;

function median(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}

/** Of all pairs, the part where the one from `these` is larger. Equal ones count half. */
function shareAbove(these: readonly number[], those: readonly number[]): number {
  let above = 0;
  for (const one of these) for (const other of those) above += one > other ? 1 : one === other ? 0.5 : 0;
  return above / (these.length * those.length);
}

export const timeChecks = {
  async 'a refused sign-in takes as long with and without an account'(server, say) {
    const send = sendTimed(server, '/api/login', { status: 401, more: { password: 'a-wrong-password' } });
    return judge(await timed(server, { use: 'refused', net: 20, send }), say);
  },

  async 'asking for a reset takes as long with and without an account'(server, say) {
    const send = sendTimed(server, '/api/auth/forgot-password', { status: 200, more: {} });
    const problem = judge(await timed(server, { use: 'forgotten', net: 21, send }), say);
    // Mails leave after the replies.
    const mails = () => server.mailsWith('#reset=');
    const areSent = await waitUntil(() => mails() >= samples, 5);
    return problem ?? (areSent ? null : `only ${mails()} mails were sent, so most requests did no work`);
  },
} satisfies Checks;
