// Sellers with bots in a real database, for tests of the state machine. Triggers watch what no write may ever do.

import { expect, vi } from 'vitest';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { shareDay } from '#domain/time.ts';
import { hostClocks } from '#server/adapters/clock/clock.ts';
import { addUser, silentLog } from '#tests/database.ts';
import { createGroupCommit } from '../ledger/group-commit.ts';
import { createLedger } from '../ledger/ledger.ts';
import { alone } from '../needs/needs.fixture.ts';
import type { BotContext } from '../needs/needs.ts';
import { ensurePartition } from '../rounds/store.ts';

/** Invariants that the database checks after every write. A violation makes the write fail. */
const promises = `
  create function watch_bot() returns trigger language plpgsql as $$ begin
    if new.epoch < old.epoch or new.revision < old.revision then raise exception 'epoch or revision fell'; end if;
    if (new.owner is distinct from old.owner) <> (new.epoch <> old.epoch) then
      raise exception 'epoch and owner changed apart'; end if;
    if old.owner is not null and new.owner is not null and old.owner <> new.owner then
      raise exception 'a bot went from hand to hand'; end if;
    if new.owner is not null and (new.due_at is not null or new.state in ('stopped', 'waiting_for_browser')) then
      raise exception 'an owned bot is due, stopped, or waits for a browser'; end if;
    if (new.state = 'waiting_for_browser') <> (new.browser_lost_at is not null)
      or (new.state = 'waiting_for_browser' and new.due_at is not null) then
      raise exception 'a bot that waits for a browser is due, or its wait began at no time'; end if;
    if new.owner is null and new.due_at is null and new.state not in ('stopped', 'waiting_for_browser')
      and not (new.state = 'paused' and new.resumes_at is null) then raise exception 'nobody will look at the bot'; end if;
    if (new.state = 'paused') <> (new.pause_reason is not null and new.paused_at is not null)
      or (new.state <> 'paused' and (new.pause_message is not null or new.resumes_at is not null)) then
      raise exception 'a pause outside of paused'; end if;
    if (new.state = 'sharing' and new.round_id is null)
      or (new.state in ('stopped', 'waiting') and new.round_id is not null) then
      raise exception 'a round where there is none'; end if;
    if new.starts_again_at is not null and (new.state <> 'stopped' or new.limit_reached_at is null) then
      raise exception 'a planned start of a bot that did not stop at its limit'; end if;
    if old.share_day > new.share_day then raise exception 'the share day moved back'; end if;
    return new;
  end $$;
  create trigger watch_bot before update on bots for each row execute function watch_bot();

  create function watch_attempt() returns trigger language plpgsql as $$ begin
    if not exists (
      select from bots b where b.user_id = new.user_id and b.state = 'sharing' and b.owner is not null
        and b.round_id = new.round_id
    ) then raise exception 'a reservation outside of sharing'; end if;
    return new;
  end $$;
  create trigger watch_attempt before insert on share_attempts for each row execute function watch_attempt();

  create function watch_count() returns trigger language plpgsql as $$ begin
    if (tg_op = 'INSERT' or new.share_count > old.share_count)
      and new.share_count > (select limit_in_force from bots where user_id = new.user_id)
      then raise exception 'more than the limit'; end if;
    return new;
  end $$;
  create trigger watch_count after insert or update on daily_share_counts for each row execute function watch_count();`;

export async function keepPromises(database: Database): Promise<void> {
  await database.query(promises);
}

/** A seller with a practice closet and listings, and no bot yet. */
export async function addSeller(database: Database, { listings, now }: { listings: number; now: Instant }) {
  const userId = await addUser(database);
  await database.query(`insert into closets (user_id, practice, state, linked_at) values ($1, true, 'ready', now())`, [
    userId,
  ]);
  const { rows: made } = await database.query<{ id: string }>(
    `insert into listings (user_id, poshmark_id, market_user_id, title, url, synced_at)
     select $1, 'm' || n, 'u', 'Listing ' || n, '', now() from generate_series(1, $2::int) n returning id`,
    [userId, listings],
  );
  await ensurePartition(database, shareDay(now, 'UTC'));
  return { userId, listingIds: made.map(({ id }) => Number(id)) };
}

/** The bot's context with a closet that is connected, a marketplace that always answers, and nobody to tell. */
export const commandContext = (database: Database, clock: Clock): BotContext => ({
  ...alone,
  database,
  clock,
  host: hostClocks,
  random: () => 0.5,
  meanPauseMs: 2_000,
  log: silentLog,
  queue: { put: async () => {}, work: async () => {}, close: async () => {} },
  closet: {
    ...({} as BotContext['closet']),
    summary: async () => ({ connected: true, practice: true }) as never,
    othersWithSameCloset: async () => [],
    withLiveAccount: async () => ({ kind: 'ok', value: null }) as never,
    noteSignedIn: async () => {},
    noteCheckSaidDone: async () => {},
    noteCheckPassed: async () => {},
    noteConnectionIssue: async () => {},
  },
  listings: {
    ...({} as BotContext['listings']),
    roundSize: async () => ({ shared: 10, skipped: 0 }),
    sync: async () => null as never,
  },
  vault: { hasherFor: () => (text) => [text] },
  breaker: { ...({} as BotContext['breaker']), note: async () => {}, answered: () => null },
  activity: { record: async () => {} },
  notifySeller: async () => {},
  wakeWorkers() {},
});

/** A worker's ledger, with groups that follow one another faster than in the product. */
export function openLedger(database: Database, clock: Clock) {
  const reservations = createGroupCommit({ database, spacingMs: 1, isOneStatement: true });
  return createLedger({ reservations, outcomes: createGroupCommit({ database, spacingMs: 1 }), clock });
}

/** A worker whose lease lasts an hour. */
export async function addWorker(database: Database, workerId: string): Promise<void> {
  await database.query(`insert into workers (id, lease_until) values ($1, now() + interval '1 hour')`, [workerId]);
}

/** Resolves when some statement in this database waits for a lock. */
export const untilStatementWaits = (database: Database): Promise<void> =>
  vi.waitFor(async () => {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    expect((await database.query(waiting)).count).toBe(1);
  }, 5_000);
