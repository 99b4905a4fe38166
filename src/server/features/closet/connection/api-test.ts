// Runs the API test: four probes of the marketplace.

import { createHash } from 'node:crypto';
import type { ApiTest } from '#contract/closet/closet.ts';
import { type ConnectionReason, marketplaceName, startWith } from '#domain/closet.ts';
import type { Transport } from '#domain/companion.ts';
import type { MarketAccount, Marketplace, MarketResult } from '#domain/ports/marketplace.ts';
import { type ClosetContext, emptySession, marketplaceOf } from '../session/closet-context.ts';
import { explainFailure } from '../session/explain-failure.ts';
import { browserAway, openLockedAccount, saveChangedSession } from '../session/use-account.ts';
import { type ClosetRow, dropApiTests, findApiTest, findCloset, saveApiTest } from '../state/store.ts';

const memoryMs = 10_000;
const nothingSent = 'No closet is connected yet. Hangtag sends nothing to Poshmark before you connect one.';
const notSetUp = 'This site can’t reach the marketplace of your closet.';

/**
 * Runs the probes one after the other. A GET request starts this, so it never signs in, changes nothing that a seller could
 * see, and repeats its answer for ten seconds, or until the closet is connected in another way. Another process repeats it, too.
 */
export function createApiTest(context: ClosetContext): (userId: string) => Promise<ApiTest> {
  const { database, clock } = context;
  const running = new Map<string, { connection: string; answer: Promise<ApiTest> }>();

  const test = async (userId: string, row: ClosetRow | null, connection: string): Promise<ApiTest> => {
    const now = clock.now();
    const known = await findApiTest(database, { userId, connection, since: now - memoryMs });
    if (known !== null) return known;
    const answer = await run(context, userId, row);
    await saveApiTest(database, { userId, now, connection, answer });
    return answer;
  };

  return async (userId) => {
    const row = await findCloset(database, userId);
    const connection = connectionOf(row);
    const present = running.get(userId);
    if (present?.connection === connection) return present.answer;
    const started = { connection, answer: test(userId, row, connection) };
    running.set(userId, started);
    try {
      return await started.answer;
    } finally {
      if (running.get(userId) === started) running.delete(userId);
    }
  };
}

/** For maintenance: deletes answers that are not repeated anymore. */
export const forgetApiTests = ({ database, clock }: ClosetContext): Promise<void> =>
  dropApiTests(database, { before: clock.now() - memoryMs });

async function run(context: ClosetContext, userId: string, row: ClosetRow | null): Promise<ApiTest> {
  const { marketplaces, clock } = context;
  const practice = row?.practice ?? marketplaces.real === null;
  const marketplace = marketplaceOf(context, practice);
  const { probes, listingsCount } =
    marketplace === null ? nothingTested(notSetUp) : await findOut(context, { userId, row, marketplace, practice });
  return {
    ...sumUp(probes),
    probes,
    apiInfo: {
      apiKey: maskedKey(marketplace?.origin ?? '', row),
      listingsCount,
      lastTest: new Date(clock.now()).toISOString(),
    },
  };
}

type Tested = { userId: string; row: ClosetRow | null; marketplace: Marketplace; practice: boolean };

async function findOut(context: ClosetContext, { userId, row, marketplace, practice }: Tested): Promise<Findings> {
  const { browsers, searchTurn } = context;
  const asking: Asking = { practice, transport: row?.transport ?? 'server', searchTurn };
  const name = startWith(marketplaceName(practice));
  if (row?.transport === 'browser') {
    // Nothing of a closet that the seller's browser carries is sent from here, not even without a session.
    if (row.session === null) return nothingTested(nothingSent);
    if (!(await browsers.isAwake(userId))) return nothingTested(browserAway(practice).message);
    const own = await withOwnSession(context, userId, async (account) => {
      const opens = () => account.bootstrap();
      const page = await probe('reach', asking, opens, () => `${name} is responding to your browser.`);
      return goBeyond(page, () => testOwn(account, asking));
    });
    return own ?? nothingTested(nothingSent);
  }
  const isNamed = row !== null && (row.session ?? row.credentials ?? row.pending) !== null;
  if (!practice && !isNamed) return nothingTested(nothingSent);
  const reached = await probe(
    'reach',
    asking,
    () => marketplace.reach(),
    () => `${name} is responding.`,
  );
  return goBeyond(reached, async () => {
    const own = row?.session ? await withOwnSession(context, userId, (account) => testOwn(account, asking)) : null;
    return own ?? testStranger(marketplace.account(emptySession), asking);
  });
}

/** Under the account lock. Resolves to null if the closet has no session anymore. */
const withOwnSession = (
  context: ClosetContext,
  userId: string,
  test: (account: MarketAccount) => Promise<Findings>,
): Promise<Findings | null> =>
  context.withLock(userId, async (lock) => {
    const closet = await openLockedAccount(context, userId, lock);
    if (closet === null) return null;
    try {
      return await test(closet.account);
    } finally {
      await saveChangedSession(context, closet);
    }
  });

const sumUp = (probes: ApiTest['probes']): Pick<ApiTest, 'status' | 'message' | 'stats'> => {
  const firstFailed = probes.find(({ ok }) => !ok);
  const successful = probes.filter(({ ok }) => ok).length;
  const failed = probes.length - successful;
  return {
    status: firstFailed ? 'error' : 'success',
    message: firstFailed
      ? `${failed} of ${probes.length} checks failed: ${firstFailed.message}`
      : 'All four checks passed.',
    stats: { successful, failed, total: probes.length },
  };
};

/** What an answer is about. Cookies change with every call, so only whether there are any. */
const connectionOf = (row: ClosetRow | null): string =>
  row === null ? '' : `${row.practice} ${row.marketUserId} ${row.transport} ${row.state} ${row.session !== null}`;

/** The screen shows a masked key. There is no key, so this shows four characters of a hash that opens nothing. */
function maskedKey(origin: string, row: ClosetRow | null): string {
  const fingerprint = createHash('sha256')
    .update(`${origin}|${row?.marketUserId ?? ''}`)
    .digest('hex');
  return `••••${fingerprint.slice(0, 4)}`;
}

type Probe = ApiTest['probes'][number];
/** Through what the closet is shared decides the words for a failure. */
type Asking = Pick<ClosetContext, 'searchTurn'> & { practice: boolean; transport: Transport };
type ProbeResult<T> = { probe: Probe; value: T | null; reason: ConnectionReason | null };
type Findings = { probes: Probe[]; listingsCount: number };

const notLinked = 'No closet is connected yet.';
/** The probes after `reach`. */
const beyond = ['session', 'closet', 'search'] as const;

async function probe<T>(
  name: Probe['name'],
  closet: Asking,
  call: () => Promise<MarketResult<T>>,
  describe: (value: T) => string,
): Promise<ProbeResult<T>> {
  const startedAt = performance.now();
  const result = await call();
  const ms = Math.round(performance.now() - startedAt);
  if (result.kind === 'ok')
    return { probe: { name, ok: true, message: describe(result.value), ms }, value: result.value, reason: null };
  const { message, reason } = explainFailure(result, closet);
  return { probe: { name, ok: false, message, ms }, value: null, reason };
}

const skip = (name: Probe['name'], message: string): Probe => ({ name, ok: false, message, ms: 0 });

const nothingTested = (message: string): Findings => ({
  probes: [skip('reach', message), ...beyond.map((name) => skip(name, message))],
  listingsCount: 0,
});

const listings = (count: number): string => (count === 1 ? '1 listing' : `${count} listings`);

async function search(account: MarketAccount, asking: Asking): Promise<Probe> {
  await asking.searchTurn(asking.practice);
  const found = await probe(
    'search',
    asking,
    () => account.search({ words: 'jeans', status: 'available' }),
    ({ items }) => `The search found ${listings(items.length)} on its first page.`,
  );
  return found.probe;
}

async function testOwn(account: MarketAccount, asking: Asking): Promise<Findings> {
  const session = await probe(
    'session',
    asking,
    () => account.probe(),
    ({ handle }) => `Signed in as ${handle}.`,
  );
  const closet = await probe(
    'closet',
    asking,
    () => account.closet('available'),
    (items) => `Read ${listings(items.length)} in your closet.`,
  );
  const probes = [session.probe, closet.probe, await search(account, asking)];
  return { probes, listingsCount: closet.value?.length ?? 0 };
}

/** Asks without a session, if no closet is connected. */
const testStranger = async (stranger: MarketAccount, asking: Asking): Promise<Findings> => ({
  probes: [skip('session', notLinked), skip('closet', notLinked), await search(stranger, asking)],
  listingsCount: 0,
});

/** The other probes, unless the marketplace is down: nobody has to wait three more times. */
async function goBeyond(
  { probe: reached, reason }: ProbeResult<unknown>,
  testBeyond: () => Promise<Findings>,
): Promise<Findings> {
  if (reason === 'marketplace_unavailable')
    return { probes: [reached, ...nothingTested(reached.message).probes.slice(1)], listingsCount: 0 };
  const { probes, listingsCount } = await testBeyond();
  return { probes: [reached, ...probes], listingsCount };
}
