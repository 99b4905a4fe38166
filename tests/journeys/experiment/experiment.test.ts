import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { compare } from '#domain/experiment/analyze.ts';
import { seeded } from '#domain/random/seeded.ts';
import { dayBounds, shareDay } from '#domain/time.ts';
import type { Bot } from '#server/features/bot/bot.ts';
import { createExperiment, type Experiment } from '#server/features/experiment/experiment.ts';
import { type BotWorld, openBotWorld, settings } from '../bot/bot-world.ts';
import { failureOf } from '../closet/closet-journey.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const zone = 'America/New_York';

let world: BotWorld;
let experiment: Experiment;
let bot: Bot;

beforeAll(async () => {
  world = await openBotWorld();
  experiment = createExperiment({ ...world, random: seeded(3) });
  await world.queue.work('experiment.week', ({ userId }) => experiment.turnWeek(userId));
  bot = world.make({ onceADay: experiment.onceADay });
});
afterAll(() => world.close());

async function seller(listings: number) {
  const own = await world.addSeller(listings);
  await world.database.query('update users set timezone = $2 where id = $1', [own.userId, zone]);
  return own;
}

const read = async (userId: string) => routes.experiment.read.reply.parse(await experiment.describe(userId));

/** What maintenance does, and the jobs that it plans. */
async function tick(): Promise<void> {
  await experiment.planWeeks();
  while (world.waiting.some(({ name }) => name === 'experiment.week')) await world.run('experiment.week');
}

/** Lets so many of the seller's midnights go by, and half a minute. */
async function midnights(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) {
    const { endsAt } = dayBounds(shareDay(world.clock.now(), zone), zone);
    await world.time.advanceTo(endsAt + 30_000);
  }
}

/** A seller whose experiment of four weeks has begun. */
async function begun() {
  const own = await seller(40);
  await experiment.start(own.userId, { weeks: 4 });
  await midnights(1);
  await tick();
  return own;
}

type Drawn = { id: string; market: string; usual: boolean; pair: number | null; before: number };
const drawnOf = async (userId: string, week: number): Promise<Drawn[]> =>
  (
    await world.database.query<Drawn>(
      `select l.id::text as id, l.poshmark_id as market, e.is_usual as usual, e.pair, e.likes_before as before
       from experiment_listings e join listings l on l.user_id = e.user_id and l.id = e.listing_id
       where e.user_id = $1 and e.week = $2 order by e.pair, e.is_usual`,
      [userId, week],
    )
  ).rows;

const entriesOf = async (userId: string) => (await world.log(userId)).filter(({ action }) => action === 'EXPERIMENT');

describe('an experiment of four weeks', () => {
  it('shares one group as usual and the other once a day, draws them again each week, and compares them', async () => {
    const { userId, account } = await seller(41);
    const planned = await experiment.start(userId, { weeks: 4 });
    expect(planned).toMatchObject({ state: 'planned', weeks: 4, listings: 41, outcomes: null, week: null });
    expect(planned.startsAt).toBe(new Date(dayBounds('2026-05-05', zone).startsAt).toISOString());
    expect(planned.endsAt).toBe(new Date(dayBounds('2026-06-02', zone).startsAt).toISOString());
    expect(planned.detectable?.likesPercent).toBeGreaterThan(0);
    expect(planned.next.detectable.map(({ weeks }) => weeks)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect((await failureOf(experiment.start(userId, { weeks: 5 }))).code).toBe('already_running');
    await tick();
    expect((await read(userId)).state).toBe('planned');
    expect(await experiment.onceADay(userId)).toEqual([]);

    const gained = new Map<number, { usual: number; onceADay: number }[]>();
    const groups: string[] = [];
    await midnights(1);
    for (let week = 0; week < 4; week += 1) {
      await tick();
      const drawn = await drawnOf(userId, week);
      const running = await read(userId);
      expect(running).toMatchObject({ state: 'running', week: week + 1, weeksCounted: week, outcomes: null });
      groups.push(drawn.map(({ id, usual }) => `${id}${usual}`).join());
      const onceADay = drawn.filter(({ usual }) => !usual);
      expect((await experiment.onceADay(userId)).map(String).sort()).toEqual(onceADay.map(({ id }) => id).sort());

      if (week === 0) {
        // Two days of three rounds each, with a restart in the middle of a round.
        const since = (await world.journalOf(account)).length;
        let worker = await world.openWorker(bot);
        await bot.start(userId, { ...settings, shareFrequency: 480, dailyShareLimit: 5000 });
        await world.pass(10_000);
        await world.closeWorker(worker);
        worker = await world.openWorker(bot);
        await world.pass(4 * hourMs);
        const [today, tomorrow] = (await bot.timeline(userId, 1)).days;
        // The first round has been made. The next two leave out those that had their share.
        expect(today?.expected).toBe(41 + 2 * (41 - onceADay.length));
        expect(tomorrow?.expected).toBe(41 + 2 * (41 - onceADay.length));
        await world.pass(
          2 * dayMs - (world.clock.now() - dayBounds(shareDay(world.clock.now(), zone), zone).startsAt) - 60_000,
        );
        const days = Map.groupBy((await world.journalOf(account)).slice(since), ({ at }) =>
          shareDay(Date.parse(at), zone),
        );
        expect(days.size).toBe(2);
        for (const [, shares] of days) {
          const times = new Map<string, number>();
          for (const { listingId = '' } of shares) times.set(listingId, (times.get(listingId) ?? 0) + 1);
          for (const { market, usual } of drawn) expect(times.get(market)).toBe(usual ? 3 : 1);
        }
        await bot.stop(userId);
        await world.closeWorker(worker);
        const now = await read(userId);
        expect(now.groups?.usual.sharesADay).toBeCloseTo(3, 1);
        expect(now.groups?.onceADay.sharesADay).toBeCloseTo(1, 1);
        await midnights(5);
      } else {
        // The bot of the other weeks takes only time.
        await world.database.query(
          `update listing_share_counts c set share_count = c.share_count + case when e.is_usual then 6 else 2 end
           from experiment_listings e where e.user_id = $1 and e.week = $2 and c.user_id = $1 and c.listing_id = e.listing_id`,
          [userId, week],
        );
        await midnights(6);
      }
      for (const [at, { market, usual, before }] of drawn.entries()) {
        const likes = (usual ? 6 : 3) + (at % 3);
        await world.command('POST', `listings/${market}`, { likes: before + likes });
        const pair = drawn[at]?.pair;
        if (pair === null || pair === undefined) continue;
        const own = gained.get(week) ?? [];
        own[pair] ??= { usual: 0, onceADay: 0 };
        own[pair][usual ? 'usual' : 'onceADay'] = likes;
        gained.set(week, own);
      }
      await midnights(1);
    }
    expect(new Set(groups).size).toBe(4);
    await tick();

    const ended = await read(userId);
    expect(ended).toMatchObject({ state: 'ended', weeksCounted: 4, weeksMissed: 0, week: null, listings: 41 });
    expect(ended.readingMinutesOff).toBeLessThanOrEqual(1);
    expect(ended.sharesADay?.usual).toBeCloseTo(6 / 7, 5);
    expect(ended.sharesADay?.onceADay).toBeCloseTo(2 / 7, 5);
    const { rows } = await world.database.query<{ seed: number }>('select seed from experiments where user_id = $1', [
      userId,
    ]);
    const pairs = [0, 1, 2, 3].flatMap((week) => gained.get(week) ?? []);
    const facts = { seed: rows[0]?.seed ?? 0, weeks: 4, shared: { usual: 6, onceADay: 2 } };
    expect(ended.outcomes?.[0]).toEqual({ outcome: 'likes', ...compare(pairs, facts) });
    expect(ended.outcomes?.[0]).toMatchObject({ verdict: 'difference' });
    expect(ended.outcomes?.[0]?.low).toBeGreaterThan(0);
    expect(ended.outcomes?.[1]).toMatchObject({
      outcome: 'sales',
      verdict: 'not_enough',
      why: 'few_events',
      low: null,
    });
    expect(await experiment.onceADay(userId)).toEqual([]);
    expect((await entriesOf(userId)).length).toBe(6);

    // A new one may follow, and keeps only the result of this one.
    expect((await experiment.start(userId, { weeks: 12 })).state).toBe('planned');
    expect(await drawnOf(userId, 0)).toEqual([]);
    await experiment.stop(userId);
  }, 240_000);
});

describe('an experiment', () => {
  it('needs a closet, and 40 listings that are shared', async () => {
    const stranger = await world.addUser();
    expect((await failureOf(experiment.start(stranger, { weeks: 4 }))).code).toBe('closet_not_connected');
    const { userId } = await seller(40);
    const [first] = await world.listings.list(userId);
    await world.listings.change(userId, first?.id ?? '', { skipSharing: true });
    const refused = await failureOf(experiment.start(userId, { weeks: 4 }));
    expect(refused.code).toBe('too_few_listings');
    expect(refused.message).toMatch(/40.*39/);
    await world.listings.change(userId, first?.id ?? '', { skipSharing: false });
    // It is started once, also by several calls at the same time.
    const results = await Promise.allSettled([1, 2, 3].map(() => experiment.start(userId, { weeks: 4 })));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  it.each([3, 13, 4.5])('of %d weeks is refused, with the field', (weeks) => {
    const { error } = routes.experiment.start.body.safeParse({ weeks });
    expect(error?.issues[0]?.path).toEqual(['weeks']);
  });

  it('leaves the second group out of parties, too, once it had its share of the day', async () => {
    const { userId, account } = await begun();
    await world.time.advance(9 * hourMs);
    const now = world.clock.now();
    const [start_at, end_at] = [now, now + 3 * hourMs].map((at) => new Date(at).toISOString());
    await world.command('POST', 'parties', { parties: [{ title: 'All brands', start_at, end_at, theme: {} }] });
    const worker = await world.openWorker(bot);
    await bot.start(userId, { ...settings, shareFrequency: 1440, dailyShareLimit: 5000, partySharing: true });
    await world.pass(2 * hourMs);
    const [today] = (await bot.timeline(userId, 1)).days;
    expect(today?.rounds.filter(({ kind }) => kind === 'party').map(({ state }) => state)).toEqual(['done']);
    await bot.stop(userId);
    await world.closeWorker(worker);
    const shares = await world.journalOf(account);
    const inParty = (isIt: boolean) =>
      shares.filter(({ partyId }) => (partyId !== undefined) === isIt).map(({ listingId }) => listingId);
    const drawn = await drawnOf(userId, 0);
    expect(inParty(false).toSorted()).toEqual(drawn.map(({ market }) => market).toSorted());
    expect(inParty(true).toSorted()).toEqual(
      drawn
        .filter(({ usual }) => usual)
        .map(({ market }) => market)
        .toSorted(),
    );
  });

  it('turns each week once, also when two workers do it, or one again after its job was lost', async () => {
    const { userId } = await seller(40);
    await experiment.start(userId, { weeks: 4 });
    await midnights(1);
    await Promise.all([experiment.turnWeek(userId), experiment.turnWeek(userId)]);
    await experiment.turnWeek(userId);
    expect(await drawnOf(userId, 0)).toHaveLength(40);
    expect(await entriesOf(userId)).toHaveLength(2);
    await midnights(28);
    await Promise.all([experiment.turnWeek(userId), experiment.turnWeek(userId)]);
    expect((await read(userId)).state).toBe('ended');
    expect(await entriesOf(userId)).toHaveLength(3);
  });

  it('that is stopped says nothing of its first weeks, and leaves out nothing anymore', async () => {
    const { userId } = await begun();
    expect(await experiment.onceADay(userId)).toHaveLength(20);
    const stopped = await experiment.stop(userId);
    expect(stopped).toMatchObject({ state: 'stopped', weeksCounted: 0, weeksMissed: 0, groups: null });
    expect(stopped.outcomes?.map(({ verdict, why }) => `${verdict} ${why}`)).toEqual([
      'not_enough few_weeks',
      'not_enough few_weeks',
    ]);
    expect(await experiment.onceADay(userId)).toEqual([]);
    expect((await failureOf(experiment.stop(userId))).code).toBe('not_running');
    await midnights(7);
    await tick();
    expect((await read(userId)).state).toBe('stopped');
  });

  it('leaves out weeks that nobody ran, and goes on with the next one', async () => {
    const { userId } = await begun();
    // Nothing runs for nine days. Week 1 ends two days late, and week 2 can't begin anymore.
    await midnights(9);
    await tick();
    expect(await read(userId)).toMatchObject({ state: 'running', week: null, weeksCounted: 0, weeksMissed: 1 });
    expect(await experiment.onceADay(userId)).toEqual([]);
    await midnights(5);
    await tick();
    expect(await read(userId)).toMatchObject({ state: 'running', week: 3, weeksCounted: 0, weeksMissed: 2 });
    await midnights(14);
    await tick();
    const ended = await read(userId);
    expect(ended).toMatchObject({ state: 'ended', weeksCounted: 0, weeksMissed: 4 });
    expect(ended.outcomes?.[0]).toMatchObject({ verdict: 'not_enough', why: 'few_weeks', usual: null });
  });

  it('waits six hours for a closet that can’t be read, and then does with what is known', async () => {
    const { userId, account } = await begun();
    await midnights(6);
    await world.fault('closet', 'reset', { times: 1000, account });
    await midnights(1);
    await tick();
    expect(await read(userId)).toMatchObject({ week: 1, weeksMissed: 0 });
    expect(await experiment.onceADay(userId)).toHaveLength(20);
    for (let half = 0; half < 13; half += 1) {
      await world.time.advance(hourMs / 2);
      await tick();
    }
    // The last reading was at its beginning.
    expect(await read(userId)).toMatchObject({ week: 2, weeksCounted: 0, weeksMissed: 1 });
    await world.command('DELETE', 'faults');
  });

  it('takes sold listings out and new ones in with the next draw, and counts what was sold', async () => {
    const { userId } = await seller(42);
    const all = await world.listings.list(userId);
    const late = all.find(({ isActive }) => isActive);
    await world.command('POST', `listings/${late?.poshmarkId}`, { set: 'not_for_sale' });
    await world.listings.sync(userId);
    await experiment.start(userId, { weeks: 4 });
    await midnights(1);
    await tick();
    const first = await drawnOf(userId, 0);
    expect(first).toHaveLength(41);
    const sold = first[0]?.market ?? '';
    await midnights(3);
    await world.command('POST', `listings/${sold}`, { set: 'sold' });
    await world.command('POST', `listings/${late?.poshmarkId}`, { set: 'available' });
    await midnights(4);
    await tick();
    const second = (await drawnOf(userId, 1)).map(({ market }) => market);
    expect(second).toHaveLength(41);
    expect(second).not.toContain(sold);
    expect(second).toContain(late?.poshmarkId);
    for (let weeks = 0; weeks < 3; weeks += 1) {
      await midnights(7);
      await tick();
    }
    const [, sales] = (await read(userId)).outcomes ?? [];
    const { usual = null, onceADay = null } = sales ?? {};
    // One sale in 20 pairs of the first week and 20 of each other one.
    expect((usual ?? 0) + (onceADay ?? 0)).toBeCloseTo(1 / 80, 6);
  });

  it('follows its seller to another time zone', async () => {
    const { userId } = await seller(40);
    await experiment.start(userId, { weeks: 4 });
    const move = (to: string) =>
      world.database.transaction(async (tx) => {
        await tx.query('update users set timezone = $2 where id = $1', [userId, to]);
        await experiment.onTimezoneMoved(tx, userId);
      });
    await midnights(1);
    await tick();
    await move('Asia/Tokyo');
    await tick();
    expect(await read(userId)).toMatchObject({ state: 'running', week: 1 });
    await midnights(6);
    // In Tokyo it is one in the afternoon of the seventh day; its midnight comes eleven hours later.
    await tick();
    expect((await read(userId)).week).toBe(1);
    await world.time.advance(11 * hourMs);
    await tick();
    expect(await read(userId)).toMatchObject({ week: 2, weeksCounted: 1 });
    // Back in New York it is still week 1, which stays as it was.
    await move(zone);
    await tick();
    expect(await read(userId)).toMatchObject({ week: 2, weeksCounted: 1, weeksMissed: 0 });
    await midnights(8);
    await tick();
    expect(await read(userId)).toMatchObject({ week: 3, weeksCounted: 2 });
  });

  it('goes on when the closet was disconnected, and without another seller’s listings', async () => {
    const own = await seller(40);
    const other = await seller(40);
    await experiment.start(own.userId, { weeks: 4 });
    await midnights(1);
    await tick();
    await world.closet.disconnect(own.userId);
    await midnights(7);
    for (let half = 0; half < 60; half += 1) {
      await tick();
      await world.time.advance(hourMs / 2);
    }
    expect(await read(own.userId)).toMatchObject({ state: 'running', week: null, weeksCounted: 0 });
    const { rows } = await world.database.query(
      'select 1 from experiment_listings where user_id = $1 and likes_after is not null',
      [own.userId],
    );
    expect(rows).toEqual([]);
    expect(await read(other.userId)).toMatchObject({ state: null, id: null, listings: 40 });
    expect(await experiment.onceADay(other.userId)).toEqual([]);
  });
});
