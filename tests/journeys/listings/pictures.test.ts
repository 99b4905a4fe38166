import { createServer, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { pictureLoader } from '#server/adapters/picture-loader.ts';
import { hasPicturesThroughServer, updateUser } from '#server/features/account/user/store.ts';
import { listingsHttp } from '#server/features/listings/http.ts';
import { createPictures } from '#server/features/listings/pictures.ts';
import { serve } from '#server/http/serve.ts';
import { silentLog } from '#tests/database.ts';
import { type ClosetWorld, openClosetWorld } from '../closet/closet-world.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** Two servers on this machine: the marketplace with its pictures, and one that nobody may reach through it. */
type Reached = { origin: string; asked: string[]; server: Server };
type Answer = { status?: number; headers?: OutgoingHttpHeaders; body?: string | Buffer };
const open = (answer: (path: string) => Answer) =>
  new Promise<Reached>((resolve) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.cookie ?? 'no cookie'} ${request.headers.referer ?? 'no referrer'}`);
      const { status = 200, headers = {}, body = '' } = answer(request.url ?? '');
      response.writeHead(status, headers).end(body);
    });
    server.listen(0, '127.0.0.1', () => {
      resolve({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server });
    });
  });

let world: ClosetWorld;
let market: Reached;
let inside: Reached;
let loader: ReturnType<typeof pictureLoader>;
let userId: string;
let strangerId: string;
let call: (userId: string, listingId: string) => Promise<Response>;

beforeAll(async () => {
  world = await openClosetWorld();
  inside = await open(() => ({ headers: { 'content-type': 'image/png' }, body: png }));
  market = await open((path): Answer => {
    if (path === '/moved.png') return { status: 302, headers: { location: `${inside.origin}/secret.png` } };
    if (path === '/huge.png') return { body: Buffer.concat([png, Buffer.alloc(3_000_000)]) };
    if (path === '/drawing.svg') return { headers: { 'content-type': 'image/svg+xml' }, body: svg };
    // A type that lies: only the bytes count.
    if (path === '/lying.png') return { headers: { 'content-type': 'image/png' }, body: '<html></html>' };
    if (path === '/late.png') return { status: 503 };
    return { headers: { 'content-type': 'text/html' }, body: png };
  });
  loader = pictureLoader({
    origins: { real: 'https://market.example', practice: market.origin },
    userAgent: 'Hangtag/test',
    network: {
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      mayReach: (address) => address !== '127.0.0.1',
    },
  });
  const { database, closet, listings, prices, clock } = world;
  const picture = createPictures({
    database,
    closet,
    loader,
    isChosen: (id) => hasPicturesThroughServer(database, id),
    log: silentLog,
  });
  const server = serve({
    routes: { listings: routes.listings },
    handlers: { listings: listingsHttp({ listings, prices, picture }) },
    whoIs: async (token: string) => ({ id: token.replace(/^0+/, '') }),
    publicUrl: null,
    trustedProxies: { kind: 'none' },
    clock,
    log: silentLog,
  });
  call = (id, listingId) =>
    server.fetch(
      new Request(`http://localhost:5000/api/listings/${listingId}/picture`, {
        headers: { cookie: `hangtag=${id.padStart(43, '0')}` },
      }),
    );
  [userId, strangerId] = [await world.addUser(), await world.addUser()];
  for (const id of [userId, strangerId]) await world.closet.linkPractice(id);
  await world.listings.sync(userId);
});
afterAll(async () => {
  await loader.close();
  market.server.close();
  inside.server.close();
  await world.close();
});
beforeEach(async () => {
  market.asked.splice(0);
  inside.asked.splice(0);
  await choose(true);
});

const choose = (isOn: boolean, id = userId) => updateUser(world.database, id, { picturesThroughServer: isOn });
/** The id of the seller's first listing, whose picture the marketplace says is there. */
const listingWith = async (address: string | null): Promise<string> => {
  const [listing] = await world.listings.list(userId);
  await world.database.query('update listings set image_url = $2 where id = $1', [listing?.id, address]);
  return listing?.id ?? '';
};
const answerTo = async (address: string | null) => {
  const reply = await call(userId, await listingWith(address));
  return { status: reply.status, error: reply.ok ? null : (await reply.json()).error };
};

it('a picture comes with its own type, for this user’s browser only, and is asked for without cookies', async () => {
  const reply = await call(userId, await listingWith(`${market.origin}/coat.png`));
  expect(reply.status).toBe(200);
  expect(Buffer.from(await reply.arrayBuffer())).toEqual(png);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=86400',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(market.asked).toEqual(['/coat.png no cookie no referrer']);
});

it('nobody gets a picture of another seller’s listing, or one that they did not choose to load here', async () => {
  const id = await listingWith(`${market.origin}/coat.png`);
  await choose(true, strangerId);
  for (const listing of [id, '999999999', 'not-an-id']) expect((await call(strangerId, listing)).status).toBe(404);
  await choose(false);
  expect((await call(userId, id)).status).toBe(404);
  await choose(true);
  expect(await answerTo(null)).toEqual({ status: 404, error: 'not_found' });
  expect(market.asked).toEqual([]);
});

it('a redirect to a private address is refused, and not followed', async () => {
  expect(await answerTo(`${market.origin}/moved.png`)).toEqual({ status: 502, error: 'marketplace_unavailable' });
  expect(market.asked).toHaveLength(1);
  expect(inside.asked).toEqual([]);
});

it.each([
  ['a picture of more than 3 MB', '/huge.png'],
  ['an SVG, because it can contain scripts', '/drawing.svg'],
  ['a file whose bytes are no picture', '/lying.png'],
  ['what the marketplace does not have now', '/late.png'],
])('%s does not pass', async (_, path) => {
  expect(await answerTo(market.origin + path)).toEqual({ status: 502, error: 'marketplace_unavailable' });
});

it('an address outside the marketplace and its photo hosts is not asked', async () => {
  const { port } = new URL(inside.origin);
  for (const address of [
    `${inside.origin}/secret.png`,
    `http://localhost:${port}/secret.png`,
    `http://seller:word@${new URL(market.origin).host}/coat.png`,
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'not an address',
  ])
    expect(await answerTo(address), address).toEqual({ status: 502, error: 'marketplace_unavailable' });
  expect([...market.asked, ...inside.asked]).toEqual([]);
});

it('a photo host must be in the open internet, and serves real closets only', async () => {
  const photo = 'https://d1.cloudfront.net/posts/coat.jpg';
  expect(await loader.load(photo, { practice: false })).toEqual({
    kind: 'refused',
    why: 'the host is not in the open internet',
  });
  for (const [address, practice] of [
    [photo, true],
    ['http://d1.cloudfront.net/coat.jpg', false],
    ['https://d1.cloudfront.net:8443/coat.jpg', false],
    ['https://cloudfront.net.example/coat.jpg', false],
    [`${market.origin}/coat.png`, false],
  ] as const)
    expect(await loader.load(address, { practice }), address).toMatchObject({ kind: 'refused' });
});

it('an account over its budget is refused before anything is asked', async () => {
  const id = await listingWith(`${market.origin}/coat.png`);
  // Without a choice of the seller nothing is loaded, and the calls count all the same.
  await choose(false);
  for (let n = 0; n < 600; n++) await call(userId, id);
  await choose(true);
  expect((await call(userId, id)).status).toBe(429);
  expect(market.asked).toEqual([]);
});
