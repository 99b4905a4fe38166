// For tests: records a walk through the practice marketplace as a HAR file, as a browser would save it.

import { createServer } from 'node:http';
import { request } from 'undici';
import type { MarketAccount } from '../../src/domain/ports/marketplace.ts';
import { connectMarketplace } from '../../src/marketplace/connector/connector.ts';
import { Profile, type ProfileChanges } from '../../src/marketplace/profile/profile.ts';
import { defaultSwitches } from '../../src/marketplace/protocol/switches.ts';
import type { Recording } from '../../src/marketplace/recording/recording.ts';
import { type Standin, startStandin } from '../../src/marketplace/standin/server.ts';
import { discountsOf, likersOf, offering } from '../../src/marketplace/tests/scripted-connection.fixture.ts';
import { movableClock } from '../../src/marketplace/tests/scripted-marketplace.fixture.ts';
import { Har, recordingFromHar } from './har.ts';

type HarHeader = { name: string; value: string };
export type HarEntry = {
  startedDateTime: string;
  request: { method: string; url: string; headers: HarHeader[]; postData?: { mimeType: string; text: string } };
  response: { status: number; headers: HarHeader[]; content: { mimeType: string; text: string } };
};

const day = '2026-11-20';

export function profileOf(changes: Partial<ProfileChanges>): Profile {
  return Profile.parse({
    format: 'hangtag-marketplace-profile',
    version: 1,
    madeAt: `${day}T12:00:00Z`,
    recordedOn: day,
    marketplace: 'practice',
    ...changes,
  });
}

/** A server between client and marketplace that keeps everything that passes, as developer tools do. */
async function openRecorder(origin: string) {
  const entries: HarEntry[] = [];
  const server = createServer((req, res) => {
    void (async () => {
      const sent: Buffer[] = [];
      for await (const chunk of req) sent.push(chunk as Buffer);
      const body = Buffer.concat(sent).toString('utf8');
      const { host: _, ...headers } = req.headers;
      const reply = await request(origin + req.url, {
        method: req.method as 'GET',
        headers: headers as Record<string, string>,
        ...(body === '' ? {} : { body }),
      });
      const text = await reply.body.text();
      const lines = Object.entries(reply.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one): HarHeader => ({ name, value: one })),
      );
      entries.push({
        startedDateTime: `${day}T10:00:00.000Z`,
        request: {
          method: req.method ?? '',
          url: origin + req.url,
          headers: Object.entries(headers).map(([name, value]) => ({ name, value: String(value) })),
          ...(body === '' ? {} : { postData: { mimeType: String(headers['content-type']), text: body } }),
        },
        response: {
          status: reply.statusCode,
          headers: lines,
          content: { mimeType: String(reply.headers['content-type']), text },
        },
      });
      res.writeHead(
        reply.statusCode,
        lines
          .filter(({ name }) => name !== 'content-length' && name !== 'transfer-encoding')
          .flatMap(({ name, value }) => [name, value]),
      );
      res.end(text);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    entries,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function command(standin: Standin, method: string, path: string, body?: object) {
  const reply = await request(`${standin.origin}/__standin/${path}`, {
    method: method as 'GET',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await reply.body.json()) as Record<string, unknown>;
}

/** The outcome of each call of a walk. */
export type Outcomes = Record<string, string>;
type Walk = { har: { log: { entries: HarEntry[] } }; outcomes: Outcomes };

/** A practice marketplace behind a recorder, at which a seller does everything that the connector can do. */
export async function openWalks() {
  const standin = await startStandin({ port: 0, host: '127.0.0.1', limits: 'off' });
  const recorder = await openRecorder(standin.origin);
  return {
    standin,
    /** Walks through the marketplace that `talks` like one profile, with a connector that `speaks` another. */
    async walk(talks: Profile | null, speaks: Profile | null = talks): Promise<Walk> {
      recorder.entries.length = 0;
      await command(standin, 'POST', 'config', { profile: talks, shareLimitPerDay: 0 });
      const seller = await command(standin, 'POST', 'accounts', { listings: 60, sold: 0 });
      const sale = { account: seller.username, title: 'Silk blouse', price: 39, earnings: 31.2, size: 'M' };
      for (const state of ['sold', 'complete']) await command(standin, 'POST', 'sales', { ...sale, state });
      // The marketplace's own site sends prices of any size.
      const switches = { ...defaultSwitches, ...speaks?.switches, minPrice: 1, maxPrice: 999_999 };
      const clock = { ...movableClock(), now: Date.now };
      const { origin } = recorder;
      const market = connectMarketplace({ origin, userAgent: 'Hangtag/0 (test)', clock, switches, profile: speaks });
      try {
        const account = market.account({ cookies: [] });
        const signIn = await account.signIn({ username: String(seller.username), password: String(seller.password) });
        const code = await enterCode(standin, market.account({ cookies: [] }));
        const outcomes = { signIn: signIn.kind, code, ...(await goRound(standin, account, talks)) };
        return { har: { log: { entries: [...recorder.entries] } }, outcomes };
      } finally {
        await market.close();
        await command(standin, 'DELETE', `accounts/${seller.username}`);
      }
    },
    async close() {
      await recorder.close();
      await standin.close();
    },
  };
}

async function enterCode(standin: Standin, account: MarketAccount): Promise<string> {
  const credentials = { username: 'otp_olive', password: 'practice-2' };
  const asked = await account.signIn(credentials);
  if (asked.kind !== 'otp_required') return asked.kind;
  const pending = await account.requestCode(asked.pending);
  if (pending.kind !== 'ok') return pending.kind;
  const { code } = await command(standin, 'GET', 'otp?account=otp_olive');
  return (await account.verifyCode(pending.value, { code: String(code), credentials })).kind;
}

async function goRound(standin: Standin, account: MarketAccount, talks: Profile | null): Promise<Outcomes> {
  const page = await account.bootstrap();
  const probe = await account.probe();
  const closet = await account.closet('available');
  const { id = '', priceCents = 0 } = (closet.kind === 'ok' ? closet.value.at(-1) : undefined) ?? {};
  if (id !== '') await command(standin, 'POST', `listings/${id}`, { likes: 3 });
  const listing = await account.listing(id);
  const share = await account.share(id);
  const price = await account.setPrice(id, 4200);
  const tooLow = await account.setPrice(id, 100);
  if (talks?.switches.maxPrice !== undefined) await account.setPrice(id, (talks.switches.maxPrice + 30_000) * 100);
  const discounts = await discountsOf(account, id, 2500);
  const likes = await likersOf(account, id);
  const offer = await account.sendOffer(id, offering(3000, ''));
  const search = await account.search({ words: 'jeans', status: 'sold' });
  const sales = await account.sales();
  const parties = await account.parties();
  const news = await account.news({ since: Date.now() - 2 * 86_400_000 });
  await command(standin, 'POST', 'config', { shareLimitPerDay: 1 });
  await account.share(id);
  const limit = await account.share(id);
  return {
    page: page.kind,
    probe: probe.kind,
    closet:
      closet.kind === 'ok' ? `${closet.value.length} listings, ${priceCents !== null && priceCents > 0}` : closet.kind,
    listing: listing.kind,
    share: share.kind,
    price: price.kind,
    tooLow: tooLow.kind,
    discounts: discounts.kind === 'ok' ? `${discounts.value.length} choices` : discounts.kind,
    likes: likes.kind === 'ok' ? `${likes.value.length} likes` : likes.kind,
    offer: offer.kind,
    search: search.kind === 'ok' ? `${search.value.items.length > 0}` : search.kind,
    sales: sales.kind === 'ok' ? `${sales.value.sales.length} sales` : sales.kind,
    parties: parties.kind === 'ok' ? `${parties.value.length > 2}` : parties.kind,
    news: news.kind === 'ok' ? `${news.value.length > 2}` : news.kind,
    limit: limit.kind,
  };
}

export function recordingFrom({ har }: Walk): Recording {
  const read = recordingFromHar(Har.parse(har), { now: 0 });
  if ('problem' in read) throw new Error(read.problem);
  return read.recording;
}
