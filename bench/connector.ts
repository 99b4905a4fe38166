// Compares shares per second through the connector with bare `Pool.request` calls of the same bytes, both against the same
// practice marketplace in another process. The two take turns for several rounds, so that other load on the machine cancels out
// of the ratio.

import { Pool } from 'undici';
import type { Clock } from '#domain/ports/clock.ts';
import type { MarketAccount } from '#domain/ports/marketplace.ts';
import { connectMarketplace } from '#marketplace/connector/connector.ts';
import { bareShare } from './engine/bare-client.ts';
import { startStandin } from './engine/programs.ts';
import { median } from './pricing/figures.ts';

const sellers = Number(process.env.SELLERS ?? 400);
const sharesPerRound = Number(process.env.SHARES ?? 20_000);
const rounds = Number(process.env.ROUNDS ?? 5);
const connections = Number(process.env.CONNECTIONS ?? 64);
const userAgent = 'Hangtag/bench';

type Side = { name: string; share(turn: number): Promise<boolean> };
type Figure = { perSecond: number; cpuMicros: number };
type Linked = { account: MarketAccount; listingId: string };

const standin = await startStandin({ journal: 1000 });
const { origin } = standin;
try {
  const clock: Clock = { now: Date.now, at: () => () => undefined };
  const market = connectMarketplace({ origin, userAgent, clock, connections });
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const linked = await linkSellers(market.account);
  const sides = [bareSide(pool, linked), connectorSide(linked)];

  for (const side of sides) await measure(side, Math.ceil(sharesPerRound / 4));
  const figures = new Map<string, Figure[]>(sides.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % 2 === 0 ? sides : sides.toReversed();
    for (const side of turn) figures.get(side.name)?.push(await measure(side, sharesPerRound));
  }
  report(figures);
  await market.close();
  await pool.close();
} finally {
  await standin.stop();
}

/** Creates the sellers, signs each of them in, and picks one of each one's listings. */
async function linkSellers(open: (session: { cookies: [] }) => MarketAccount): Promise<Linked[]> {
  const all: Linked[] = [];
  for (let n = 0; n < sellers; n += 1) {
    const reply = await fetch(`${origin}/__standin/accounts`, {
      method: 'POST',
      body: JSON.stringify({ listings: 1, sold: 0 }),
    });
    const account = open({ cookies: [] });
    const signedIn = await account.signIn((await reply.json()) as { username: string; password: string });
    const closet = await account.closet('available');
    const listing = closet.kind === 'ok' ? closet.value[0] : undefined;
    if (signedIn.kind !== 'ok' || listing === undefined)
      throw new Error(`A seller could not be linked: ${signedIn.kind}.`);
    all.push({ account, listingId: listing.id });
  }
  return all;
}

function connectorSide(linked: Linked[]): Side {
  return {
    name: 'connector',
    async share(turn) {
      const one = linked[turn % linked.length];
      return one !== undefined && (await one.account.share(one.listingId)).kind === 'ok';
    },
  };
}

function bareSide(pool: Pool, linked: Linked[]): Side {
  const requests = linked.map(({ account, listingId }) => bareShare(origin, account.session(), listingId));
  return {
    name: 'bare Pool.request',
    async share(turn) {
      const request = requests[turn % requests.length];
      if (request === undefined) return false;
      const answer = await pool.request(request);
      const body = (await answer.body.json()) as { error?: unknown };
      return answer.statusCode === 200 && body.error === undefined;
    },
  };
}

/** As many shares in flight as there are connections. Each seller's shares run one after another. */
async function measure({ share, name }: Side, shares: number): Promise<Figure> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  let next = 0;
  let failed = 0;
  const worker = async () => {
    while (next < shares) {
      const turn = next;
      next += 1;
      if (!(await share(turn))) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  if (failed > 0) throw new Error(`${failed} of ${shares} shares failed: ${name}.`);
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: shares / ((performance.now() - started) / 1000), cpuMicros: (user + system) / shares };
}

function report(figures: Map<string, Figure[]>): void {
  const summary = [...figures].map(([name, all]) => ({
    name,
    perSecond: median(all.map(({ perSecond }) => perSecond)),
    cpuMicros: median(all.map(({ cpuMicros }) => cpuMicros)),
  }));
  for (const { name, perSecond, cpuMicros } of summary) {
    console.log(
      `${name.padEnd(18)} ${perSecond.toFixed(0).padStart(6)} shares/s  ${cpuMicros.toFixed(0).padStart(4)} µs of CPU a share`,
    );
  }
  const [bare, ours] = summary;
  if (bare === undefined || ours === undefined) return;
  console.log(
    `ratio              ${(ours.perSecond / bare.perSecond).toFixed(2).padStart(6)} of its rate  ${(ours.cpuMicros / bare.cpuMicros).toFixed(2).padStart(4)} of its CPU` +
      `   (${sellers} sellers, ${connections} connections, median of ${rounds} rounds of ${sharesPerRound})`,
  );
}
