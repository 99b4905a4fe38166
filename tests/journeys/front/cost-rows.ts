// Every row of the route table with its cost, and a server of all rows on which a test finds out what a row may cost.
import type { Cost } from '#contract/cost.ts';
import type { PhotoSeen } from '#contract/pricing/photo.ts';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import { inWords } from '#domain/text/duration.ts';
import type { Limits } from '#server/http/request/limits.ts';
import { serve } from '#server/http/serve.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { silentLog } from '#tests/database.ts';

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
  ...more
}: {
  factor?: number;
  limits?: Take;
  handler?: (input: { readBody?: () => Promise<unknown>; user?: { id: string } }) => Promise<unknown>;
  clock?: ReturnType<typeof manualClock>;
  onPictures?: () => unknown;
  refuseUnlinked?: () => Promise<void>;
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
    ...more,
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

/** What follows the path of rows whose schema asks for it. */
export const queries: Record<string, string> = {
  'activity.shareCounts': '?since=2026-11-21T00:00:00Z',
  'sales.taxYear': '?year=2026',
  'sales.exportNumbers': '?year=2026',
};
export const photo = `data:image/png;base64,${Buffer.alloc(2_000).toString('base64')}`;
const email = 'ada@example.com';
const unknown = { value: null, source: 'unknown' } as const;
export const seenInPhoto: PhotoSeen = {
  ...{
    brand: unknown,
    category: unknown,
    condition: unknown,
    colorAndStyle: unknown,
    size: unknown,
    material: unknown,
  },
  ...{ originalPrice: unknown, forKids: false, labelBrand: null, description: null, kindGuesses: [], shows: 'thing' },
  ...{ hasTag: false, engine: 'embedded', modelComparables: [] },
};
/** A body that each row accepts. */
export const bodies: Record<string, unknown> = {
  'account.register': { firstName: 'Ada', lastName: 'Seller', email, password: 'correct horse' },
  'account.login': { email, password: 'correct horse' },
  'account.demo': {},
  'account.changeProfile': { phoneNumber: '555 0100' },
  'account.forgotPassword': { email },
  'account.resetPassword': { token: 'x', newPassword: 'correct horse', confirmPassword: 'correct horse' },
  'account.remove': { password: 'correct horse' },
  'account.loginWithPasskey': {
    passkey: { id: 'a', clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
  },
  'account.confirmEmail': { token: 'x' },
  'account.findPhoneLink': { token: 'x' },
  'account.loginWithPhoneLink': { token: 'x' },
  'account.confirm': { password: 'correct horse' },
  'account.addPasskey': { id: 'a', clientDataJSON: 'a', attestationObject: 'a', transports: [] },
  'account.confirmApp': { code: '123456' },
  'closet.importSession': { session: 'jwt=1' },
  'closet.chooseRenewal': { renewsSession: true },
  'companion.pair': { protocol: 1, code: 'ABCD2345', name: 'Chrome' },
  'companion.next': { protocol: 1, version: '1', state: 'ready' },
  'companion.answer': { protocol: 1, requestId: '1', outcome: { kind: 'cut' } },
  'companion.recording': { protocol: 1, recording: {} },
  'companion.unpair': { protocol: 1 },
  'closet.updateCredentials': { poshmarkUsername: 'ada', poshmarkPassword: 'secret' },
  'closet.verifyCode': { code: '123456' },
  'listings.change': { floorPrice: 5 },
  'listings.changeMany': { listingIds: ['1'], floorPrice: 5 },
  'listings.inventoryReport': { fileName: 'inventory.csv', rows: [{ row: 2, cells: { title: 'Tee' } }] },
  'listings.setPrice': { price: 5 },
  'listings.updatePrices': { updates: [{ listingId: '1', newPrice: 5 }] },
  'listings.undoPrices': {},
  'pricing.analyzeImage': { image: photo },
  'pricing.correctPhoto': { kindHint: 'jeans', seen: seenInPhoto },
  'sales.add': { title: 'Tee', soldOn: '2026-03-01', priceCents: 1200 },
  'sales.change': { costCents: 300 },
  'sales.changeMany': { changes: [{ id: '1', costCents: 300 }] },
  'sales.addLot': { name: 'Attic', costCents: 6_000, listingIds: ['1'], split: 'even' },
  'sales.importSales': { fileName: 'sales.csv', rows: [{ row: 2, cells: { title: 'Tee' } }] },
  'pricing.optimize': { strategy: 'random', limit: 5 },
  'experiment.start': { weeks: 4 },
  'drops.savePlans': { plans: [] },
  'drops.preview': { planId: '1' },
  'bot.start': { offerShippingDiscount: false },
  'bot.changeSettings': { dailyShareLimit: 100 },
  'offers.changeRules': { rules: [{ percent: 10 }] },
  'notices.subscribe': {
    endpoint: 'https://push.example/1',
    keys: { p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) },
  },
  'notices.choose': { events: [] },
  'notices.mailSummary': { mailsSummary: false },
  'today.snooze': { days: 1 },
  'computer.keepAwake': { keepsAwake: true },
  'computer.newVersion': { looks: false },
  'contact.send': { name: 'Ada', email, subject: 'A question', message: 'How does this work?' },
  'visits.clicked': { click: 'start-free' },
  'operation.signIn': { token: 'x' },
  'operation.hold': {},
};
