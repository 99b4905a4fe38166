// Serializes the state of the practice marketplace and restores it.

import { z } from 'zod';
import type { Account, AccountPlan, Listing, ListingChange, Session, Visitor, World } from './model.ts';
import { addAccount, monthStart, resetWorld } from './world.ts';

const journalKept = 5000;
const dayMs = 86_400_000;

/** What an account was seeded from, and what happened to it since. */
type SavedAccount = AccountPlan &
  Pick<Account, 'humanCheck' | 'otpState' | 'sharesDay'> & {
    sessions: Omit<Session, 'account'>[];
    changes: ListingChange[];
  };
type Snapshot = {
  version: 1;
  seed: number;
  asOfMs: number;
  size: { listings: number; sold: number };
  clockOffsetMs: number;
  settings: Partial<World['settings']>;
  faults: World['faults'];
  nextSerial: number;
  accounts: SavedAccount[];
  visitors: Visitor[];
  journal: ReturnType<World['journal']['last']>;
};
/** Only this program writes the file, and it replaces it in one step, so the outline is enough to tell a damaged one. */
const outline = z.object({
  version: z.literal(1),
  seed: z.number(),
  asOfMs: z.number(),
  size: z.object({ listings: z.number(), sold: z.number() }),
  clockOffsetMs: z.number(),
  settings: z.looseObject({}),
  faults: z.array(z.looseObject({ id: z.string() })),
  nextSerial: z.number(),
  accounts: z.array(
    z.looseObject({ serial: z.number(), sessions: z.array(z.unknown()), changes: z.array(z.unknown()) }),
  ),
  visitors: z.array(z.looseObject({ ssid: z.string() })),
  journal: z.array(z.looseObject({ n: z.number() })),
});

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
    journal: world.journal.last(journalKept),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"accounts":[`;
  let comma = '';
  for (const account of [...world.accounts.values()].filter(isWorthKeeping)) {
    yield comma + JSON.stringify(recordOf(account, world.clock.now()));
    comma = ',';
  }
  yield ']}';
}

const isWorthKeeping = (account: Account) =>
  account.kind !== 'market' || account.touched.length > 0 || account.pending.length > 0 || account.sessions.size > 0;

function recordOf(account: Account, now: number): SavedAccount {
  const { kind, serial, handle, fullName, password, asOfMs, available, sold, otp, humanCheck, otpState } = account;
  return {
    ...{ kind, serial, handle, fullName, password, asOfMs, available, sold, otp, humanCheck, otpState },
    sharesDay: account.sharesDay.filter((moment) => now - moment < dayMs),
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
  const kept = outline.parse(JSON.parse(text)) as unknown as Snapshot;
  world.clock.offsetMs = kept.clockOffsetMs;
  resetWorld(world, { seed: kept.seed, size: kept.size, asOfMs: kept.asOfMs });
  const marketMs = Math.max(kept.asOfMs, monthStart(world.clock.now()));
  for (const account of world.accounts.values()) if (account.kind === 'market') account.asOfMs = marketMs;
  Object.assign(world.settings, kept.settings);
  world.faults = kept.faults;
  world.nextSerial = kept.nextSerial;
  for (const record of kept.accounts) restoreAccount(world, record);
  for (const visitor of kept.visitors) world.visitors.set(visitor.ssid, visitor);
  world.journal.restart(kept.journal);
}

function restoreAccount(world: World, record: SavedAccount): void {
  const { sharesDay, sessions, changes, humanCheck, otpState, ...plan } = record;
  const existing = world.accounts.get(plan.serial);
  const account = existing ?? addAccount(world, plan);
  account.humanCheck = humanCheck;
  account.otpState = otpState;
  // Changes to a market closet are valid only for the date it was seeded with.
  if (account.asOfMs === record.asOfMs) account.pending = changes;
  account.sharesDay = sharesDay;
  for (const kept of sessions) {
    const session = { ...kept, account };
    account.sessions.add(session);
    world.sessions.set(session.jwt, session);
  }
}
