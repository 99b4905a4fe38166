// Runs the API test: four probes of the marketplace.

import { createHash } from 'node:crypto';
import type { ApiTest } from '#contract/closet/closet.ts';
import type { MarketAccount, Marketplace } from '#domain/ports/marketplace.ts';
import { type ClosetContext, marketplaceOf } from '../session/closet-context.ts';
import { browserAway, openLockedAccount, saveChangedSession } from '../session/use-account.ts';
import { type ClosetRow, dropApiTests, findApiTest, findCloset, saveApiTest } from '../state/store.ts';
import { type Findings, testFrom, testInBrowser, testNothing, testOwn, testStranger } from './probes.ts';

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
  const { probes, listingsCount } = await probe(context, { userId, row, marketplace, practice });
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

type Tested = { userId: string; row: ClosetRow | null; marketplace: Marketplace | null; practice: boolean };

async function probe(context: ClosetContext, { userId, row, marketplace, practice }: Tested): Promise<Findings> {
  const { searchTurn } = context;
  if (marketplace === null) return testNothing(notSetUp);
  if (row?.transport === 'browser') return probeByBrowser(context, userId, row);
  const isNamed = row !== null && (row.session !== null || row.credentials !== null || row.pending !== null);
  if (!practice && !isNamed) return testNothing(nothingSent);
  const target = { marketplace, practice };
  return testFrom(target, async () => {
    if (row === null || row.session === null) return testStranger(target, searchTurn);
    const own = await withOwnSession(context, userId, (account) => testOwn(account, { practice, searchTurn }));
    return own ?? testStranger(target, searchTurn);
  });
}

/** Nothing of a closet that the seller's browser carries is sent from here, not even without a session. */
async function probeByBrowser(
  context: ClosetContext,
  userId: string,
  { session, practice }: ClosetRow,
): Promise<Findings> {
  const { browsers, searchTurn } = context;
  if (session === null) return testNothing(nothingSent);
  if (!(await browsers.isAwake(userId))) return testNothing(browserAway(practice).message);
  const own = await withOwnSession(context, userId, (account) => testInBrowser(account, { practice, searchTurn }));
  return own ?? testNothing(nothingSent);
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
