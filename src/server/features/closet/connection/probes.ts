// The probes of the API test: what each asks the marketplace, and what it says about the answer.

import type { ApiTest } from '#contract/closet/closet.ts';
import { type ConnectionReason, marketplaceName, startWith } from '#domain/closet.ts';
import type { Transport } from '#domain/companion.ts';
import type { MarketAccount, Marketplace, MarketResult } from '#domain/ports/marketplace.ts';
import type { ClosetContext } from '../session/closet-context.ts';
import { explainFailure } from '../session/explain-failure.ts';
import { emptySession } from '../session/secrets.ts';

type Probe = ApiTest['probes'][number];
type Target = { marketplace: Marketplace; practice: boolean };
/** Through what the closet is shared decides the words for a failure. */
type Asking = { practice: boolean; transport?: Transport; searchTurn: SearchTurn };
type SearchTurn = ClosetContext['searchTurn'];
type ProbeResult<T> = { probe: Probe; value: T | null; reason: ConnectionReason | null };
export type Findings = { probes: Probe[]; listingsCount: number };

const notLinked = 'No closet is connected yet.';
/** The probes after `reach`. */
const beyond = ['session', 'closet', 'search'] as const;

const probe = async <T>(
  { name, ...closet }: Omit<Asking, 'searchTurn'> & { name: Probe['name'] },
  call: () => Promise<MarketResult<T>>,
  describe: (value: T) => string,
): Promise<ProbeResult<T>> => {
  const startedAt = performance.now();
  const result = await call();
  const ms = Math.round(performance.now() - startedAt);
  if (result.kind === 'ok')
    return { probe: { name, ok: true, message: describe(result.value), ms }, value: result.value, reason: null };
  const { message, reason } = explainFailure(result, closet);
  return { probe: { name, ok: false, message, ms }, value: null, reason };
};

const skip = (name: Probe['name'], message: string): Probe => ({ name, ok: false, message, ms: 0 });

const listings = (count: number): string => (count === 1 ? '1 listing' : `${count} listings`);

const search = async (account: MarketAccount, { searchTurn, ...closet }: Asking) => {
  await searchTurn(closet.practice);
  return probe(
    { name: 'search', ...closet },
    () => account.search({ words: 'jeans', status: 'available' }),
    ({ items }) => `The search found ${listings(items.length)} on its first page.`,
  );
};

const reach = ({ marketplace, practice }: Target) =>
  probe(
    { name: 'reach', practice },
    () => marketplace.reach(),
    () => `${startWith(marketplaceName(practice))} is responding.`,
  );

export const testOwn = async (account: MarketAccount, asking: Asking): Promise<Findings> => {
  const session = await probe(
    { name: 'session', ...asking },
    () => account.probe(),
    ({ handle }) => `Signed in as ${handle}.`,
  );
  const closet = await probe(
    { name: 'closet', ...asking },
    () => account.closet('available'),
    (items) => `Read ${listings(items.length)} in your closet.`,
  );
  const searched = await search(account, asking);
  return { probes: [session.probe, closet.probe, searched.probe], listingsCount: closet.value?.length ?? 0 };
};

/** Asks without a session, if no closet is connected. */
export const testStranger = async ({ marketplace, practice }: Target, searchTurn: SearchTurn): Promise<Findings> => {
  const searched = await search(marketplace.account(emptySession), { practice, searchTurn });
  return { probes: [skip('session', notLinked), skip('closet', notLinked), searched.probe], listingsCount: 0 };
};

export const testNothing = (message: string): Findings => ({
  probes: [skip('reach', message), ...beyond.map((name) => skip(name, message))],
  listingsCount: 0,
});

/** Asks whether the marketplace responds, and then the rest, unless it is down: nobody has to wait three more times. */
export const testFrom = async (target: Target, testBeyond: () => Promise<Findings>): Promise<Findings> =>
  goBeyond(await reach(target), testBeyond);

/** The same through the seller's browser, which opens a page of the marketplace first. */
export async function testInBrowser(account: MarketAccount, { practice, searchTurn }: Asking): Promise<Findings> {
  const asking: Asking = { practice, searchTurn, transport: 'browser' };
  const page = await probe(
    { name: 'reach', ...asking },
    () => account.bootstrap(),
    () => `${startWith(marketplaceName(practice))} is responding to your browser.`,
  );
  return goBeyond(page, () => testOwn(account, asking));
}

async function goBeyond(
  { probe: reached, reason }: ProbeResult<unknown>,
  testBeyond: () => Promise<Findings>,
): Promise<Findings> {
  if (reason === 'marketplace_unavailable')
    return { probes: [reached, ...beyond.map((name) => skip(name, reached.message))], listingsCount: 0 };
  const { probes, listingsCount } = await testBeyond();
  return { probes: [reached, ...probes], listingsCount };
}
