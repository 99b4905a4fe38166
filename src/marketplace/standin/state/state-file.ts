// Saves the practice marketplace's state to disk without blocking, and reads it back.

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { listingsOf, touch } from './listings.ts';
import type { Account, AccountPlan, Listing, Session, Visitor, World } from './model.ts';
import { addAccount, monthStart, resetWorld } from './world.ts';

const journalKept = 5000;
const visitorsKept = 500;
const dayMs = 86_400_000;

type ListingChange = Omit<Listing, 'account' | 'id' | 'bornMs' | 'touched'>;
/** What an account was seeded from, and what happened to it since. */
type SavedAccount = AccountPlan &
  Pick<Account, 'humanCheck' | 'otpState' | 'sharesDay' | 'orders' | 'news'> & {
    sessions: Omit<Session, 'account'>[];
    changes: ListingChange[];
  };
type Snapshot = Pick<World, 'seed' | 'asOfMs' | 'faults' | 'nextSerial' | 'parties'> & {
  version: 1;
  size: { listings: number; sold: number };
  clockOffsetMs: number;
  settings: Partial<World['settings']>;
  accounts: SavedAccount[];
  visitors: Visitor[];
  journal: ReturnType<World['journal']['last']>;
};

/**
 * Everything that the seed alone can't restore, as JSON text with one account per piece, so that saving a large state does not
 * block. Unchanged closets are left out.
 */
function* snapshotOf(world: World): Generator<string> {
  const { seed, asOfMs, faults, nextSerial, parties } = world;
  const [first] = world.accounts.values();
  // Limits come from the start options, so they are not saved.
  const { shareLimitPerDay: _day, burstLimit: _burst, callLimit: _calls, ...settings } = world.settings;
  const head: Omit<Snapshot, 'accounts'> = {
    ...{ version: 1, seed, asOfMs, faults, nextSerial, parties, settings },
    size: { listings: first?.available ?? 0, sold: first?.sold ?? 0 },
    clockOffsetMs: world.clock.offsetMs,
    visitors: [...world.visitors.values()].slice(-visitorsKept),
    journal: world.journal.last(journalKept),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"accounts":[`;
  let comma = '';
  for (const account of [...world.accounts.values()]) {
    if (account.kind === 'market' && account.touched.length === 0 && account.sessions.size === 0) continue;
    yield comma + JSON.stringify(recordOf(account, world.clock.now()));
    comma = ',';
  }
  yield ']}';
}

function recordOf(account: Account, now: number): SavedAccount {
  const { kind, serial, handle, fullName, password, asOfMs, available, sold, otp, humanCheck, otpState, orders, news } =
    account;
  return {
    ...{ kind, serial, handle, fullName, password, asOfMs, available, sold, otp, humanCheck, otpState, orders, news },
    sharesDay: account.sharesDay.filter((moment) => now - moment < dayMs),
    sessions: [...account.sessions].map(({ account: _account, ...session }) => session),
    changes: account.touched.map(
      ({ account: _account, id: _id, bornMs: _born, touched: _touched, ...change }) => change,
    ),
  };
}

/**
 * Restores a saved state. Throws if the text is not a snapshot: only this program writes the file, and it replaces it in one step.
 * Market sellers other than the demo accounts get a fresh date, because year-old comparables would give bad advice.
 */
function restoreWorld(world: World, text: string): void {
  const kept: Snapshot = JSON.parse(text);
  if (kept.version !== 1) throw new Error('This is no state file of this version.');
  world.clock.offsetMs = kept.clockOffsetMs;
  resetWorld(world, { seed: kept.seed, size: kept.size, asOfMs: kept.asOfMs });
  const marketMs = Math.max(kept.asOfMs, monthStart(world.clock.now()));
  for (const account of world.accounts.values()) if (account.kind === 'market') account.asOfMs = marketMs;
  Object.assign(world.settings, kept.settings);
  world.faults = kept.faults;
  world.nextSerial = kept.nextSerial;
  world.parties = kept.parties ?? null;
  for (const record of kept.accounts) restoreAccount(world, record);
  for (const visitor of kept.visitors) world.visitors.set(visitor.ssid, visitor);
  world.journal.restart(kept.journal);
}

function restoreAccount(world: World, record: SavedAccount): void {
  const { sharesDay, sessions, changes, humanCheck, otpState, orders = [], news = [], ...plan } = record;
  const account = world.accounts.get(plan.serial) ?? addAccount(world, plan);
  Object.assign(account, { humanCheck, otpState, sharesDay, orders, news });
  // Changes to a market closet are valid only for the date it was seeded with.
  const listings = changes.length > 0 && account.asOfMs === record.asOfMs ? listingsOf(world, account) : [];
  for (const change of changes) {
    const listing = listings[change.index];
    if (listing === undefined) continue;
    touch(Object.assign(listing, change));
    account.lastBumpMs = Math.max(account.lastBumpMs, listing.bumpMs);
  }
  for (const kept of sessions) {
    const session = { ...kept, account };
    account.sessions.add(session);
    world.sessions.set(session.jwt, session);
  }
}

const restMs = 500;
/** After a save, it rests this many times as long, so that saving a large state uses at most a tenth of the time. */
const restPerWrite = 9;

/** Why the server could not start, as one sentence for the operator. */
export class StandinRefusal extends Error {}

/** Restores what the file has, if there is one. One that can't be read is renamed, so that nothing is lost. */
export async function restoreFrom(path: string, world: World): Promise<void> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw new StandinRefusal(`The practice marketplace can’t read its state file ${path}.`, { cause });
  });
  if (text === null) return;
  try {
    restoreWorld(world, text);
  } catch (cause) {
    const aside = `${path}.unreadable-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    await rename(path, aside);
    throw new StandinRefusal(
      `The practice marketplace's state file is damaged. It was kept as ${aside}. Start again for a new practice marketplace.`,
      { cause },
    );
  }
}

/**
 * Saves the world about half a second after `changed`, and what is left at `close`. It writes a temporary file and renames it, so
 * that a kill at any time leaves either the old or the new file intact.
 */
export function keepState(path: string, world: World) {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isDirty = false;
  let waitMs = restMs;
  const save = async () => {
    isDirty = false;
    const begun = performance.now();
    const beside = `${path}.writing-${process.pid}`;
    await mkdir(dirname(path), { recursive: true });
    // One account after the other, so that saving a large state does not block other calls.
    await writeFile(beside, snapshotOf(world), { mode: 0o600, flush: true });
    await rename(beside, path);
    waitMs = Math.max(restMs, (performance.now() - begun) * restPerWrite);
  };
  const run = () => {
    timer = undefined;
    writing = writing.then(save).catch((error: Error) => {
      isDirty = true;
      process.stderr.write(`The practice marketplace could not write its state: ${error.message}\n`);
    });
  };
  return {
    changed: () => {
      isDirty = true;
      timer ??= setTimeout(run, waitMs);
    },
    close: async () => {
      clearTimeout(timer);
      timer = undefined;
      await writing;
      if (isDirty) await save();
    },
  };
}
