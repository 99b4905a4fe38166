// A browser, a server, and a companion between them, all in memory, for the tests of the companion's worker.
import { expect } from 'vitest';
import { callFromPage, type PageReply, readPageState } from '../carry/page-call.ts';
import type { Area, BrowserApi } from '../platform/browser.ts';
import { openLog } from '../platform/log.ts';
import { newArea, origin, pairing, state } from '../platform/memory.fixture.ts';
import { openMemory, type Remembered } from '../platform/memory.ts';
import { Companion } from './companion.ts';

export const share = {
  id: 'r1',
  method: 'PUT',
  path: '/vm-rest/users/self/shared_posts/68a0c1d2e3f405162738495a?pm_version=1',
  headers: { accept: 'application/json', 'content-type': 'application/json', 'x-xsrf-token': 'k3Yb-0pQ_7wZx9LrAbCd' },
  body: '{}',
  deadlineMs: 10_000,
};
export const done: Extract<PageReply, { kind: 'answered' }> = {
  kind: 'answered',
  status: 200,
  path: '/',
  headers: {},
  body: '{"trace_id":"1"}',
};

/** A browser with one tab of the marketplace. `page` answers what is sent from it. */
export const newBrowser = (kept: Remembered, page: (area: ReturnType<typeof newArea>) => Promise<PageReply>) => {
  const [local, session] = [
    newArea({ pairing, ...kept }),
    newArea(kept.unsent === undefined ? {} : { unsent: kept.unsent }),
  ];
  delete local.items.unsent;
  let sent = 0;
  const browser = {
    runtime: { getManifest: () => ({ version: '1.0.0' }) },
    storage: { local, session, onChanged: { addListener: () => {} } },
    permissions: { contains: async () => true },
    tabs: {
      query: async () => [{ id: 1, windowId: 1, active: false, status: 'complete', url: `${origin}/feed` }],
      get: async () => ({ id: 1, windowId: 1, active: false }),
      update: async () => {},
      remove: async () => {},
    },
    windows: { update: async () => {} },
    scripting: {
      executeScript: async ({ func }: { func: unknown }) => {
        if (func === readPageState)
          return [{ result: { origin, path: '/feed', isOnline: true, asksForPerson: false } }];
        expect(func).toBe(callFromPage);
        sent += 1;
        return [{ result: await page(session) }];
      },
    },
  } as unknown as BrowserApi;
  return { browser, local, session, sent: () => sent };
};

/**
 * A server that hands out these replies, one for each poll, and then ends the pairing. It answers a session with `importStatus`; null:
 * its answer is lost.
 */
export const newServer = (
  replies: readonly object[],
  { importStatus = 200 }: { importStatus?: number | null } = {},
) => {
  const calls: { path: string; body: Record<string, unknown>; token: string }[] = [];
  const queue = [...replies];
  const reply = (status: number, json: object) => new Response(JSON.stringify(json), { status });
  const answerTo = async (url: string, init: RequestInit) => {
    const { pathname: path, searchParams } = new URL(url);
    const token = String(new Headers(init.headers).get('authorization')).replace('Bearer ', '');
    calls.push({ path, body: { ...Object.fromEntries(searchParams), ...JSON.parse(String(init.body)) }, token });
    if (path === '/api/poshmark/import-session') {
      if (importStatus === null) throw new TypeError('Failed to fetch');
      return reply(importStatus, {});
    }
    if (path !== '/api/companion/next') return reply(200, { isTaken: true });
    const given = queue.shift();
    return given === undefined ? reply(401, { error: 'unauthenticated', message: '' }) : reply(200, given);
  };
  const of = (path: string) => calls.filter((call) => call.path === path);
  return {
    fetch: answerTo as unknown as typeof fetch,
    answers: () => of('/api/companion/answer'),
    polls: () => of('/api/companion/next'),
    imports: () => of('/api/poshmark/import-session'),
  };
};

type Extension = { browser: BrowserApi; local: Area };

/** A companion in this browser, which asks this server. It waits for nothing. */
export const companionIn = (
  { browser, local }: Extension,
  { fetch: ask }: { fetch: typeof fetch },
  now: () => number = () => 0,
): Companion =>
  new Companion({
    browser,
    memory: openMemory(browser),
    log: openLog(local, now),
    fetch: ask,
    now,
    wait: async () => {},
  });

/** Lets a companion run until its pairing ends, with what it remembers and the replies to its polls. */
export const run = async (
  kept: Remembered,
  replies: readonly object[],
  page: () => Promise<PageReply> = async () => done,
) => {
  const extension = newBrowser(kept, page);
  const server = newServer(replies);
  await companionIn(extension, server, () => 1000).wake();
  return { ...extension, ...server, log: await openLog(extension.local, () => 1000).read() };
};

export const next = (change: object = {}) => ({ protocol: 1, request: null, waitedMs: 0, state, ...change });
