// Every row of the route table with its cost, and a server of all rows on which a test finds out what a row may cost.
import type { Cost } from '#contract/cost.ts';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import { inWords } from '#domain/text/duration.ts';
import type { Limits } from '#server/http/request/limits.ts';
import { serve } from '#server/http/serve.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { silentLog } from '#tests/database.ts';
import { bodies, queries } from './accepted-bodies.ts';

export type Row = { name: string; route: Route; cost: Cost };
export const rows: Row[] = Object.entries(routes).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, route]) => ({
    name: `${group}.${name}`,
    route,
    cost: route.cost,
  })),
);

export const rowOf = (name: string): Row => {
  const row = rows.find((one) => one.name === name);
  if (row === undefined) throw new Error(`The route table has no ${name}`);
  return row;
};

export const bodyOf = ({ name }: Row): unknown => bodies[name] ?? {};

/** An account, and the address that it calls from. */
export type Asker = { user: string; peer: string };
let askers = 0;
/** Apart from all that was counted before. The name of a guest begins with `guest`. */
export const newAsker = (name = 'seller'): Asker => ({
  user: `${name}x${++askers}x`,
  peer: `10.${askers >> 16}.${(askers >> 8) & 255}.${askers & 255}`,
});

const userOf = (token: string) => token.replace(/0+$/, '');

/** What a row answers that has let a call in. */
export const answered = 500;
const answer = async ({ readBody }: { readBody?: () => Promise<unknown> } = {}): Promise<never> => {
  await readBody?.();
  throw new Error('answered');
};

type Take = Pick<Limits, 'take'>;
/** Counts scarce calls as the database does, in no time. */
const limitsInMemory = (clock: Clock): Take => {
  const taken = new Map<string, Set<{ at: Instant }>>();
  return {
    async take(key, { most, withinMs }, refusal) {
      const marks = taken.get(key) ?? new Set();
      taken.set(key, marks);
      for (const mark of marks) if (mark.at <= clock.now() - withinMs) marks.delete(mark);
      const [oldest] = marks;
      if (oldest !== undefined && marks.size >= most) {
        const waitMs = oldest.at + withinMs - clock.now();
        throw new Failure('too_many_requests', `${refusal} Try again ${inWords(waitMs)}.`, { retryAfterMs: waitMs });
      }
      const mark = { at: clock.now() };
      marks.add(mark);
      return async () => void marks.delete(mark);
    },
  };
};

export type AllRows = ReturnType<typeof openRows>;

/** The product's own table on a clock of its own, with handlers that do nothing: what they are asked for would be costly here. */
export function openRows({
  factor = 1,
  handler = answer,
  clock = manualClock(Date.parse('2026-11-21T12:00:00Z')),
  limits = limitsInMemory(clock),
}: {
  factor?: number;
  limits?: Take;
  handler?: (input: { readBody?: () => Promise<unknown> }) => Promise<unknown>;
  clock?: ReturnType<typeof manualClock>;
} = {}) {
  const handlers = Object.entries(routes).map(([group, calls]) => [
    group,
    Object.fromEntries(Object.keys(calls).map((name) => [name, handler])),
  ]);
  const server = serve({
    budgetFactor: factor,
    routes,
    handlers: Object.fromEntries(handlers) as never,
    limits,
    whoIs: async (token) => {
      const id = userOf(token);
      return { id, isGuest: id.startsWith('guest'), confirmedAt: Number.POSITIVE_INFINITY };
    },
    whichCompanion: async (token) => ({ id: '1', userId: userOf(token), isGuest: token.startsWith('guest') }),
    operator: { isSignedIn: async () => true },
    publicUrl: null,
    trustedProxies: { kind: 'none' },
    clock,
    log: silentLog,
  });
  /** `body`: what is sent instead of a body that the row accepts. */
  const send = ({ name, route }: Row, { user, peer }: Asker, body: BodyInit): Promise<Response> => {
    const token = user.padEnd(43, '0');
    const headers = {
      'content-type': 'application/json',
      ...(route.access === 'companion'
        ? { authorization: `Bearer ${token}` }
        : { cookie: `hangtag=${token}; hangtag-operator=${token}`, 'x-requested-with': 'XMLHttpRequest' }),
    };
    const path = route.path.replace(/\{\w+\}/g, '1') + (queries[name] ?? '');
    const sent = route.method === 'GET' ? {} : { body, duplex: 'half' };
    const init = { method: route.method, headers, ...sent } as RequestInit;
    return server.fetch(new Request(`http://localhost${path}`, init), peer);
  };
  const ask = async (row: Row, asker: Asker, body = bodyOf(row)) => {
    const reply = await send(row, asker, JSON.stringify(body));
    const json = (await reply.json()) as { error?: string; message?: string };
    return { status: reply.status, retryAfter: Number(reply.headers.get('retry-after')), ...json };
  };
  return { clock, send, ask };
}
