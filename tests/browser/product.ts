import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { createClient, type Send } from '#contract/client.ts';
import type { Client } from '#contract/route.ts';
import { type Routes, routes } from '#contract/routes.ts';
import { signedInHint } from '#contract/signed-in-hint.ts';
import { freePort, type Program, runProgram } from '#tests/process.ts';
import { type Market, openMarket } from '#tests/standin/caller.ts';

export const password = 'linen-and-wool';
export const sellerZone = 'America/New_York';

/** A seller with an account, and with the closet that was wished for. */
export type Seller = {
  email: string;
  password: string;
  /** The value of the session's cookie, for a browser that is to be signed in. */
  cookie: { name: string; value: string };
  api: Client<Routes>;
  /** At the stand-in, where a real closet was linked. */
  market: { username: string; password: string } | null;
};

export type SellerWish = {
  /** `real` is linked by password at the stand-in under MARKETPLACE_URL, `practice` as a practice closet. */
  closet?: 'none' | 'practice' | 'real';
  /** For sale; of a real closet only. */
  listings?: number;
  sold?: number;
  firstName?: string;
  lastName?: string;
};

export type Product = {
  url: string;
  market: Market;
  start(): Promise<void>;
  /** Ends the server as an operator would. */
  stop(): Promise<void>;
  /** Ends the server as a power cut would. */
  kill9(): Promise<void>;
  newSeller(wish?: SellerWish): Promise<Seller>;
  close(): Promise<void>;
};

/**
 * The real product as its own process, with a database and a marketplace of the caller's own. The web must be built. Where
 * it cannot start, what it said is in the error.
 */
export async function startProduct({ shareIntervalMs = 100 }: { shareIntervalMs?: number } = {}): Promise<Product> {
  const market = await openMarket({ now: Date.now });
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-browser-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let server: Program | null = null;
  let sellers = 0;

  const start = async () => {
    server = runProgram('src/server/main.ts', {
      DATA_DIR: folder,
      PORT: String(port),
      MARKETPLACE_URL: market.origin,
      PRACTICE_URL: market.origin,
      SHARE_INTERVAL_MS: String(shareIntervalMs),
      LOG_LEVEL: 'warn',
    });
    await isReady(url, server);
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    server?.kill(signal);
    await server?.ended;
    server = null;
  };

  const newSeller = async ({ closet = 'none', listings = 12, sold = 3, firstName, lastName }: SellerWish = {}) => {
    sellers += 1;
    const email = `seller-${sellers}@example.com`;
    const { api, cookie } = callerOf(url, sellers);
    await api.account.register({
      body: { firstName: firstName ?? 'Maya', lastName: lastName ?? 'Brandt', email, password, timezone: sellerZone },
    });
    let atMarket: Seller['market'] = null;
    if (closet === 'practice') await api.closet.linkPractice();
    if (closet === 'real') {
      const { json } = await market.control('POST', 'accounts', { listings, sold });
      atMarket = { username: String(json.username), password: String(json.password) };
      await api.closet.updateCredentials({
        body: { poshmarkUsername: atMarket.username, poshmarkPassword: atMarket.password },
      });
    }
    if (closet !== 'none') await api.listings.sync();
    return { email, password, api, cookie: cookie(), market: atMarket };
  };

  const close = async () => {
    await end('SIGTERM');
    endDatabaseOf(folder);
    await market.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };

  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return { url, market, start, stop: () => end('SIGTERM'), kill9: () => end('SIGKILL'), newSeller, close };
}

/** Gives a browser what signing in gives it: the session, and the hint that there is one. */
export const signInto = (context: BrowserContext, product: Product, { cookie }: Seller): Promise<void> =>
  context.addCookies([
    { ...cookie, url: product.url, httpOnly: true, sameSite: 'Lax' },
    { ...signedInHint, url: product.url, sameSite: 'Lax' },
  ]);

const readyWithinMs = 30_000;

async function isReady(url: string, server: Program): Promise<void> {
  const until = Date.now() + readyWithinMs;
  const ended = server.ended.then(() => 'ended' as const);
  for (;;) {
    const answer = await Promise.race([fetch(`${url}/readyz`).catch(() => null), ended]);
    if (answer === 'ended') throw new Error(`The product ended at its start. It said: ${server.said()}`);
    if (answer?.ok) return;
    if (Date.now() > until) throw new Error(`The product was not ready in time. It said: ${server.said()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A server that was killed leaves its database running, for the next start to adopt. The last one takes it along. */
function endDatabaseOf(folder: string): void {
  try {
    const pid = Number(readFileSync(path.join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
    if (pid > 0) process.kill(pid, 'SIGQUIT');
  } catch {
    // It is gone already, as it should be.
  }
}

/** Calls as one client of its own: each comes from another address of the loopback net, so that no limit counts them together. */
function callerOf(origin: string, number: number) {
  const jar = new Map<string, string>();
  const localAddress = process.platform === 'linux' ? `127.1.${number >> 8}.${number & 255}` : undefined;
  const send: Send = ({ method, path: to, headers, body }) =>
    new Promise((resolve, reject) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const call = request(origin + to, {
        method,
        headers: { ...headers, cookie, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
        ...(localAddress === undefined ? {} : { localAddress }),
      });
      call.on('error', reject);
      call.on('response', (reply) => {
        for (const line of reply.headers['set-cookie'] ?? []) {
          const [pair = ''] = line.split(';');
          jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
        }
        let text = '';
        reply.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            text,
            contentType: reply.headers['content-type'] ?? null,
            retryAfter: reply.headers['retry-after'] ?? null,
          }),
        );
      });
      call.end(body);
    });
  const cookie = () => {
    const [name = '', value = ''] = [...jar][0] ?? [];
    return { name, value };
  };
  return { api: createClient(routes, send), cookie };
}
