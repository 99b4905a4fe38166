// Serializes the state of the practice marketplace and restores it.

import { z } from 'zod';
import { Profile } from '../../profile/profile.ts';
import { errorCases, operations, otherCases } from '../faults.ts';
import { inventoryStatuses } from '../seed/closet.ts';
import type { Account, Listing, ListingChange, World } from './model.ts';
import { rolling } from './rolling-count.ts';
import { addAccount, monthStart, resetWorld } from './world.ts';

const journalKept = 5000;
const dayMs = 86_400_000;

const colorSchema = z.object({ name: z.string(), rgb: z.string(), message_id: z.string() });
const editsSchema = z.object({
  title: z.string(),
  description: z.string(),
  brand: z.string().nullable(),
  condition: z.string().nullable(),
  colors: z.array(colorSchema),
  department: z.string(),
  category: z.string(),
  features: z.array(z.string()),
  sizes: z.array(z.unknown()),
  cover: z.string(),
  pictures: z.array(z.string()),
  sku: z.unknown(),
  styleTags: z.array(z.unknown()),
  videos: z.array(z.unknown()),
  discountId: z.string().nullable(),
});
const changeSchema = z.object({
  index: z.number(),
  bumpMs: z.number(),
  updatedMs: z.number(),
  shares: z.number(),
  likes: z.number(),
  likesMs: z.number(),
  price: z.number(),
  original: z.number(),
  status: z.enum(inventoryStatuses),
  statusMs: z.number(),
  removed: z.boolean(),
  revision: z.number(),
  offerUntilMs: z.number(),
  // Files of versions before December 2026 lack them.
  offers: z.array(z.object({ atMs: z.number(), price: z.number(), likers: z.array(z.string()) })).default([]),
  edits: editsSchema.nullable(),
});
const sessionSchema = z.object({
  jwt: z.string(),
  token: z.string(),
  previousToken: z.string().nullable(),
  dead: z.enum(['E8a', 'E8b', 'E8c', 'E8d']).nullable(),
});
const otpSchema = z.object({
  code: z.string(),
  requestToken: z.string(),
  sentMs: z.number(),
  tries: z.number(),
  replaced: z.array(z.string()),
  entryToken: z.string().nullable(),
  entryMs: z.number(),
});
const accountSchema = z.object({
  kind: z.enum(['demo', 'market', 'made']),
  serial: z.number(),
  handle: z.string(),
  fullName: z.string(),
  password: z.string().nullable(),
  asOfMs: z.number(),
  available: z.number(),
  sold: z.number(),
  otp: z.boolean(),
  humanCheck: z.boolean(),
  otpState: otpSchema.nullable(),
  sharesDay: z.array(z.number()),
  sessions: z.array(sessionSchema),
  changes: z.array(changeSchema),
});
const faultSchema = z.object({
  id: z.string(),
  when: z.object({
    op: z.enum(operations),
    listingId: z.string().optional(),
    account: z.string().optional(),
    after: z.number(),
    // Files of versions before December 2026 lack it.
    every: z.number().default(1),
  }),
  effect: z.object({
    case: z.enum([...errorCases, ...otherCases]),
    times: z.number(),
    delayMs: z.number(),
    retryAfter: z.number().optional(),
    status: z.number().optional(),
    userMessage: z.unknown().optional(),
  }),
  seen: z.number(),
  fired: z.number(),
});
const settingsSchema = z
  .object({
    minPrice: z.number(),
    xsrf: z.enum(['strict', 'lenient']),
    moneyAs: z.enum(['string', 'number']),
    currency: z.string(),
    wrapPosts: z.enum(['auto', 'always', 'never']),
    humanCheckStyle: z.enum(['v2', 'legacy', 'page']),
    otpRequired: z.boolean(),
    latencyMs: z.number(),
    maintenance: z.boolean(),
    profile: Profile.nullable(),
  })
  .partial();
const visitorSchema = z.object({
  ssid: z.string(),
  token: z.string(),
  previousToken: z.string().nullable(),
  attempt: z.number().nullable(),
});
const journalSchema = z.object({
  n: z.number(),
  at: z.number(),
  account: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  op: z.string(),
  listingId: z.string().nullable(),
  case: z.string(),
  applied: z.boolean(),
});
const snapshotSchema = z.object({
  version: z.literal(1),
  seed: z.number(),
  asOfMs: z.number(),
  size: z.object({ listings: z.number(), sold: z.number() }),
  clockOffsetMs: z.number(),
  settings: settingsSchema,
  faults: z.array(faultSchema),
  nextSerial: z.number(),
  accounts: z.array(accountSchema),
  visitors: z.array(visitorSchema),
  journal: z.array(journalSchema),
});
type Snapshot = z.infer<typeof snapshotSchema>;

const demoSerial = 1;
const visitorsKept = 500;

/**
 * Everything that the seed alone can't restore, as JSON text with one account per piece, so that saving a large state does not
 * block. Unchanged closets are left out.
 */
export function* snapshotOf(world: World): Generator<string> {
  const first = world.accounts.get(demoSerial);
  // Limits come from the start options, so they are not saved.
  const { shareLimitPerDay: _day, burstLimit: _burst, callLimit: _calls, ...settings } = world.settings;
  const head: Omit<Snapshot, 'accounts'> = {
    version: 1,
    seed: world.seed,
    asOfMs: world.asOfMs,
    size: { listings: first?.available ?? 0, sold: first?.sold ?? 0 },
    clockOffsetMs: world.clock.offsetMs,
    settings,
    faults: world.faults,
    nextSerial: world.nextSerial,
    visitors: [...world.visitors.values()].slice(-visitorsKept),
    journal: world.journal.tail(journalKept),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"accounts":[`;
  let comma = '';
  for (const account of [...world.accounts.values()].filter(isWorthKeeping)) {
    yield comma + JSON.stringify(accountRecord(account, world.clock.now()));
    comma = ',';
  }
  yield ']}';
}

const isWorthKeeping = (account: Account) =>
  account.kind !== 'market' || account.touched.length > 0 || account.pending.length > 0 || account.sessions.size > 0;

function accountRecord(account: Account, now: number): z.infer<typeof accountSchema> {
  const { kind, serial, handle, fullName, password, asOfMs, available, sold, otp, humanCheck, otpState } = account;
  return {
    ...{ kind, serial, handle, fullName, password, asOfMs, available, sold, otp, humanCheck, otpState },
    sharesDay: account.sharesDay?.moments().filter((moment) => now - moment < dayMs) ?? [],
    sessions: [...account.sessions].map(({ jwt, token, previousToken, dead }) => ({ jwt, token, previousToken, dead })),
    changes: [...account.pending, ...account.touched.map(changeOf)],
  };
}

function changeOf({ account: _account, id: _id, bornMs: _born, touched: _touched, ...change }: Listing): ListingChange {
  return change;
}

/**
 * Restores a saved state. Throws if the text is not a snapshot. Market sellers other than the demo accounts get a fresh
 * date, because year-old comparables would give bad advice.
 */
export function restoreWorld(world: World, text: string): void {
  const kept = snapshotSchema.parse(JSON.parse(text));
  world.clock.offsetMs = kept.clockOffsetMs;
  resetWorld(world, { seed: kept.seed, size: kept.size, asOfMs: kept.asOfMs });
  const marketMs = Math.max(kept.asOfMs, monthStart(world.clock.now()));
  for (const account of world.accounts.values()) if (account.kind === 'market') account.asOfMs = marketMs;
  Object.assign(world.settings, kept.settings);
  world.faults = kept.faults;
  world.nextSerial = kept.nextSerial;
  for (const record of kept.accounts) restoreAccount(world, record);
  for (const visitor of kept.visitors) world.visitors.set(visitor.ssid, visitor);
  world.journal.restore(kept.journal);
}

function restoreAccount(world: World, record: Snapshot['accounts'][number]): void {
  const { sharesDay, sessions, changes, humanCheck, otpState, ...plan } = record;
  const existing = world.accounts.get(plan.serial);
  const account = existing ?? addAccount(world, plan);
  account.humanCheck = humanCheck;
  account.otpState = otpState;
  // Changes to a market closet are valid only for the date it was seeded with.
  if (account.asOfMs === record.asOfMs) account.pending = changes;
  if (sharesDay.length > 0)
    account.sharesDay = rolling(Math.max(sharesDay.length, world.settings.shareLimitPerDay), dayMs, sharesDay);
  for (const kept of sessions) {
    const session = { ...kept, account };
    account.sessions.add(session);
    world.sessions.set(session.jwt, session);
  }
}
