/** Runs the API test: four probes of the marketplace. */
import { createHash } from 'node:crypto';
import type { ApiTest } from '#contract/schemas/closet.ts';
import { type ConnectionReason, marketplaceName, startWith } from '#domain/closet.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { MarketAccount, Marketplace, MarketResult } from '#domain/ports/marketplace.ts';
import {
  type AccountUse,
  emptySession,
  explainFailure,
  type Marketplaces,
  marketplaceOf,
  type WithAccountLock,
} from '../session/session.ts';
import { type ClosetRow, findCloset } from '../store.ts';

type Probe = ApiTest['probes'][number];
type Target = { marketplace: Marketplace; practice: boolean };
type Seen<T> = { probe: Probe; value: T | null; reason: ConnectionReason | null };

const memoryMs = 10_000;
const notLinked = 'No closet is connected yet.';
const nothingSent = 'No closet is connected yet. Hangtag sends nothing to Poshmark before you connect one.';
const notSetUp = 'This site can’t reach the marketplace of your closet.';
/** The probes after `reach`. */
const beyond = ['session', 'closet', 'search'] as const;

/**
 * Runs the probes one after the other. A GET request starts this, so it never signs in, changes nothing that a seller could
 * see, and repeats its answer for ten seconds.
 */
export function createApiTest({
  database,
  clock,
  marketplaces,
  withLock,
  use,
}: {
  database: Database;
  clock: Clock;
  marketplaces: Marketplaces;
  withLock: WithAccountLock;
  use: Pick<AccountUse, 'openLocked' | 'keep'>;
}): (userId: string) => Promise<ApiTest> {
  const recent = new Map<string, { at: Instant; answer: Promise<ApiTest> }>();

  const probe = async <T>(
    { name, practice }: { name: Probe['name']; practice: boolean },
    call: () => Promise<MarketResult<T>>,
    describe: (value: T) => string,
  ): Promise<Seen<T>> => {
    const startedAt = performance.now();
    const result = await call();
    const ms = Math.round(performance.now() - startedAt);
    if (result.kind === 'ok')
      return { probe: { name, ok: true, message: describe(result.value), ms }, value: result.value, reason: null };
    const { message, reason } = explainFailure(result, { practice });
    return { probe: { name, ok: false, message, ms }, value: null, reason };
  };

  const skip = (name: Probe['name'], message: string): Probe => ({ name, ok: false, message, ms: 0 });

  const search = (account: MarketAccount, practice: boolean) =>
    probe(
      { name: 'search', practice },
      () => account.search({ words: 'jeans', status: 'available' }),
      ({ items }) => `The search found ${items.length} listings on its first page.`,
    );

  const reach = ({ marketplace, practice }: Target) =>
    probe(
      { name: 'reach', practice },
      () => marketplace.reach(),
      () => `${startWith(marketplaceName(practice))} is responding.`,
    );

  const testOwn = async (account: MarketAccount, practice: boolean) => {
    const session = await probe(
      { name: 'session', practice },
      () => account.probe(),
      ({ handle }) => `Signed in as ${handle}.`,
    );
    const closet = await probe(
      { name: 'closet', practice },
      () => account.closet('available'),
      (items) => `Read ${items.length} listings in your closet.`,
    );
    const searched = await search(account, practice);
    return {
      probes: [session.probe, closet.probe, searched.probe],
      listingsCount: closet.value?.length ?? 0,
    };
  };

  const testStranger = async ({ marketplace, practice }: Target) => {
    const searched = await search(marketplace.account(emptySession), practice);
    return { probes: [skip('session', notLinked), skip('closet', notLinked), searched.probe], listingsCount: 0 };
  };

  const testBeyond = async (userId: string, row: ClosetRow | null, target: Target) => {
    if (row === null || row.session === null) return testStranger(target);
    return withLock(userId, async (lock) => {
      const closet = await use.openLocked(userId, lock);
      if (closet === null) return testStranger(target);
      try {
        return await testOwn(closet.account, target.practice);
      } finally {
        await use.keep(closet);
      }
    });
  };

  const testOf = async (userId: string, row: ClosetRow | null, target: Target) => {
    const { probe: reached, reason } = await reach(target);
    // Don't wait three more times for a marketplace that is down.
    if (reason === 'marketplace_unavailable') {
      return { probes: [reached, ...beyond.map((name) => skip(name, reached.message))], listingsCount: 0 };
    }
    const { probes, listingsCount } = await testBeyond(userId, row, target);
    return { probes: [reached, ...probes], listingsCount };
  };

  const testNothing = (message: string) => ({
    probes: [skip('reach', message), ...beyond.map((name) => skip(name, message))],
    listingsCount: 0,
  });

  const run = async (userId: string): Promise<ApiTest> => {
    const row = await findCloset(database, userId);
    const practice = row?.practice ?? marketplaces.real === null;
    const marketplace = marketplaceOf(marketplaces, practice);
    const isNamed = row !== null && (row.session !== null || row.credentials !== null || row.pending !== null);
    const { probes, listingsCount } =
      marketplace === null
        ? testNothing(notSetUp)
        : practice || isNamed
          ? await testOf(userId, row, { marketplace, practice })
          : testNothing(nothingSent);
    const successful = probes.filter(({ ok }) => ok).length;
    const failed = probes.length - successful;
    return {
      status: failed === 0 ? 'success' : 'error',
      message:
        failed === 0
          ? 'All four checks passed.'
          : `${failed} of ${probes.length} checks failed: ${probes.find(({ ok }) => !ok)?.message ?? ''}`,
      apiInfo: {
        apiKey: maskedKey(marketplace?.origin ?? '', row),
        listingsCount,
        lastTest: new Date(clock.now()).toISOString(),
      },
      stats: { successful, failed, total: probes.length },
      probes,
    };
  };

  return (userId) => {
    const now = clock.now();
    for (const [key, { at }] of recent) if (at + memoryMs <= now) recent.delete(key);
    const known = recent.get(userId);
    if (known !== undefined) return known.answer;
    const answer = run(userId);
    recent.set(userId, { at: now, answer });
    answer.catch(() => recent.delete(userId));
    return answer;
  };
}

/** The screen shows a masked key. There is no key, so this shows four characters of a hash that opens nothing. */
function maskedKey(origin: string, row: ClosetRow | null): string {
  const fingerprint = createHash('sha256')
    .update(`${origin}|${row?.marketUserId ?? ''}`)
    .digest('hex');
  return `••••${fingerprint.slice(0, 4)}`;
}
