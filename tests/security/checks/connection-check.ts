// Security check of outgoing connections: a Hangtag does everything that needs one, and each is compared with docs/hosting.md.
import { createECDH, randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { playModel, says } from '#server/adapters/advisor/scripted-model.fixture.ts';
import { openMarket } from '#tests/standin/caller.ts';
import { type Checks, type RunningServer, registerSeller, startServer, waitUntil } from './running-server.ts';

/** A name that no one has, because no real push service should get this check's requests. */
const pushHost = 'push.hangtag.example';

/** Does what a seller does, up to everything that needs another server. */
async function makeEveryCall(server: RunningServer, closet: { username: string; password: string }): Promise<void> {
  const cookie = await registerSeller(server, 'reaching@example.com');
  const call = async (method: string, place: string, body?: unknown): Promise<string> => {
    const { status, text } = await server.call(place, {
      method,
      headers: { cookie },
      ...(body !== undefined && { body }),
    });
    if (status >= 300) throw new Error(`${method} ${place} is answered with ${status}: ${text}`);
    return text;
  };
  const credentials = { poshmarkUsername: closet.username, poshmarkPassword: closet.password };
  await call('POST', '/api/poshmark/update-credentials', credentials);
  await call('POST', '/api/listings/sync');
  await call('PATCH', '/api/user/profile', { picturesThroughServer: true });
  const listings = JSON.parse(await call('GET', '/api/listings')) as { id: string; price: number }[];
  const [listing] = listings;
  if (!listing) throw new Error('the closet is empty');
  // Its pictures are on another server, which is not asked: what counts is where Hangtag connects to.
  await server.call(`/api/listings/${listing.id}/picture`, { headers: { cookie } });
  await call('POST', `/api/listings/${listing.id}/market-analysis`);
  await call('PATCH', `/api/listings/${listing.id}/price`, { price: listing.price + 1 });
  const photo = await sharp({
    create: {
      width: 600,
      height: 600,
      channels: 3,
      background: '#446',
      noise: { type: 'gaussian', mean: 120, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();
  const image = `data:image/jpeg;base64,${photo.toString('base64')}`;
  await call('POST', '/api/price/analyze-image', { image, useModel: true });
  await call('POST', '/api/bot/start', { offerShippingDiscount: true, acceptAutomationRisk: true });
  const message = { name: 'Ada', email: 'reaching@example.com', subject: 'A question', message: 'How does this work?' };
  await call('POST', '/api/contact', message);
  await call('POST', '/api/auth/forgot-password', { email: 'reaching@example.com' });
  const browser = createECDH('prime256v1');
  const keys = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  const device = { endpoint: `https://${pushHost}/send/${randomBytes(40).toString('base64url')}`, keys };
  const { id } = JSON.parse(await call('POST', '/api/notices/devices', device)) as { id: string };
  // No name server knows the name. What counts is where Hangtag connects to.
  await server.call(`/api/notices/devices/${id}/test`, { method: 'POST', headers: { cookie } });
}

/** Each place that Hangtag may connect to, by how it is called there, and the words of docs/hosting.md that allow it. */
type Place = { what: string; is: (connection: string) => boolean; documented: string };

export const connectionChecks = {
  async 'Hangtag connects only to what docs/hosting.md lists'(_, say) {
    const market = await openMarket({ now: Date.now });
    const model = await playModel(says({}));
    const { json } = await market.control('POST', 'accounts', { listings: 8, sold: 2 });
    const file = path.join(import.meta.dirname, '../../../node_modules/.cache', `connections-${process.pid}`);
    const hook = new URL('./record-connections.ts', import.meta.url).href;
    const own = await startServer({
      NODE_OPTIONS: `--import=${hook}`,
      CONNECTIONS_FILE: file,
      MARKETPLACE_URL: market.origin,
      AI_BASE_URL: model.baseUrl,
      AI_MODEL: 'any',
      SHARE_INTERVAL_MS: '200',
    });
    const connections = () => [...new Set(readFileSync(file, 'utf8').trim().split('\n'))];
    try {
      await makeEveryCall(own, { username: String(json.username), password: String(json.password) });
      const at = (address: string) => (connection: string) =>
        connection.endsWith(`:${address.split(':').at(-1)}`) && /^(127\.0\.0\.1|localhost):/.test(connection);
      const places: Place[] = [
        { what: 'the marketplace', is: at(new URL(market.origin).host), documented: '`MARKETPLACE_URL`' },
        { what: 'mail', is: at(own.mailAddress), documented: '`SMTP_URL`' },
        { what: 'the AI model', is: at(new URL(model.baseUrl).host), documented: '`AI_BASE_URL`' },
        {
          what: 'the push service',
          is: (connection) => connection === `${pushHost}:443`,
          documented: 'Push notifications',
        },
        {
          what: 'the database',
          is: (connection) => connection.startsWith('socket ') && connection.includes(own.folder),
          documented: '`DATABASE_URL`',
        },
      ];
      const missing = () => places.filter(({ is }) => !connections().some(is)).map(({ what }) => what);
      const areAllMet = await waitUntil(() => missing().length === 0 && own.mailsWith('#reset=') > 0);
      say(`connections: ${connections().join(', ')}`);
      if (!areAllMet) return `nothing connected to ${missing().join(', ')}, so this check shows nothing`;
      const unlisted = connections().filter((connection) => !places.some(({ is }) => is(connection)));
      if (unlisted.length > 0) return `Hangtag connected to ${unlisted.join(', ')}`;
      const [, table = ''] = readFileSync('docs/hosting.md', 'utf8').split('## Outgoing connections');
      const unsaid = places.filter(({ documented }) => !(table.split('\n## ')[0] ?? '').includes(documented));
      return unsaid.length === 0 ? null : `docs/hosting.md does not list ${unsaid.map(({ what }) => what).join(', ')}`;
    } finally {
      await own.close();
      await Promise.all([model.close(), market.close()]);
      rmSync(file, { force: true });
    }
  },
} satisfies Checks;
