// A server with made-up calls, to test what holds for all calls.

import { z } from 'zod';
import { type Cost, publicWrites, reads, writes } from '#contract/cost.ts';
import type { RouteTable } from '#contract/route.ts';
import { Failure } from '#domain/failure.ts';
import { type ServeOptions, serve } from '#server/http/serve.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';

const publicReads: Cost = { ...reads, account: null };

export const token = 'T'.repeat(43);
export const xhr = { 'x-requested-with': 'XMLHttpRequest' };
export const sent = { ...xhr, 'content-type': 'application/json', cookie: `hangtag=${token}` };

export const table = {
  thing: {
    read: {
      method: 'GET',
      path: '/api/thing',
      summary: 'Read',
      access: 'user',
      cost: reads,
      etag: true,
      reply: z.object({ n: z.number() }),
    },
    find: {
      method: 'GET',
      path: '/api/thing/find',
      summary: 'Find',
      access: 'public',
      cost: publicReads,
      query: z.strictObject({ q: z.string('Please say what').max(10, 'That is too long') }),
      reply: z.object({ q: z.string() }),
    },
    write: {
      method: 'POST',
      path: '/api/thing',
      summary: 'Write',
      access: 'user',
      cost: writes,
      idempotent: true,
      body: z.strictObject({
        name: z.string('A name is needed'),
        deep: z.array(z.strictObject({ at: z.number('A number is needed') })).optional(),
      }),
      reply: z.object({ name: z.string(), key: z.string().nullable() }),
    },
    change: {
      method: 'PATCH',
      path: '/api/thing/{id}',
      summary: 'Change',
      access: 'public',
      cost: publicWrites,
      reply: z.object({ id: z.string() }),
    },
    photo: {
      method: 'POST',
      path: '/api/thing/photo',
      summary: 'A large one',
      access: 'public',
      cost: { ...publicWrites, body: { most: 1_000_000, leastPerSecond: 20_000, mostValues: 100 } },
      body: z.strictObject({ image: z.string() }),
      reply: z.object({ size: z.number() }),
    },
    crash: {
      method: 'GET',
      path: '/api/crash',
      summary: 'Crash',
      access: 'public',
      cost: publicReads,
      reply: z.object({}),
    },
    late: {
      method: 'GET',
      path: '/api/late',
      summary: 'Too often',
      access: 'public',
      cost: publicReads,
      reply: z.object({}),
    },
    who: {
      method: 'POST',
      path: '/api/who',
      summary: 'Who calls',
      access: 'public',
      cost: publicWrites,
      client: true,
      reply: z.object({ address: z.string(), userAgent: z.string(), forwarded: z.boolean() }),
    },
  },
} as const satisfies RouteTable;

type LogLine = { fields: Record<string, unknown>; message: string };

export function open(change: Partial<ServeOptions<typeof table, { id: string }>> = {}) {
  const lines: LogLine[] = [];
  const write = (fields: object, message: string) => void lines.push({ fields: { ...fields }, message });
  const server = serve<typeof table, { id: string }>({
    routes: table,
    budgetFactor: 100,
    handlers: {
      thing: {
        // More than the row names: these fields must not be sent.
        read: async () => ({ n: 1, password: 'never told' }),
        find: async ({ query }) => ({ q: query.q }),
        write: async ({ body, idempotencyKey }) => ({ name: body.name, key: idempotencyKey }),
        change: async ({ id }) => ({ id }),
        photo: async ({ body }) => ({ size: body.image.length }),
        crash: async () => {
          throw new Error('select secret from users at /srv/app.ts');
        },
        late: async () => {
          throw new Failure('too_many_requests', 'Not so fast.', { retryAfterMs: 1500 });
        },
        who: async ({ client }) => client,
      },
    },
    whoIs: async (given) => (given === token ? { id: '7' } : null),
    publicUrl: null,
    trustedProxies: { kind: 'none' },
    clock: manualClock(0),
    log: { debug: write, info: write, error: write },
    ...change,
  });
  const call = (path: string, init: RequestInit = {}, peer?: string) =>
    server.fetch(new Request(`http://localhost:5000${path}`, init), peer);
  return { server, call, lines };
}

/** A server for the requests of one test file. */
export const { call, lines } = open();
export const post = (body: BodyInit | undefined, headers: Record<string, string> = sent, path = '/api/thing') =>
  call(path, { method: 'POST', body, headers });
export const failure = async (reply: Response) => ({ status: reply.status, ...(await reply.json()) });
