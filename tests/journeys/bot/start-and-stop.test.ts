import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes.ts';
import { untilStatementWaits } from '#server/features/bot/tests/bot-database.fixture.ts';
import { failureOf } from '../closet/closet-journey.ts';
import { botJourney } from './bot-journey.ts';
import { type BotWorld, openBotWorld, settings } from './bot-world.ts';

const minute = 60_000;
const hour = 60 * minute;
/** The long leg: `STOPS=1000 npx vitest run` with this file, on a machine that does nothing else. */
const stops = Number(process.env.STOPS ?? 4);

const { world, start, noticesTo } = botJourney();

describe('stop, start, and settings', () => {
  it('stops in every state, before the next share, and says so', async () => {
    const { userId, account } = await world.addSeller(20);
    expect((await failureOf(world.bot.stop(userId))).code).toBe('not_running');
    await start(userId);
    expect(await world.bot.stop(userId)).toMatchObject({ isRunning: false, state: 'stopped', nextShareTime: null });
    await world.pass(minute);
    expect(await world.journalOf(account)).toHaveLength(0);

    await start(userId);
    await world.sharesMade(userId, 5);
    await world.bot.stop(userId);
    await world.pass(hour);
    expect(await world.journalOf(account)).toHaveLength(5);
    expect((await world.entries(userId, 'ROUND_FINISHED'))[0]?.details).toBe('5 of 20 listings shared, stopped');

    await world.command('POST', 'human-check', { account, on: true });
    await start(userId);
    await world.passUntil(userId, ({ state }) => state === 'paused');
    expect(await world.bot.stop(userId)).toMatchObject({ state: 'stopped' });
    expect((await failureOf(world.bot.resume(userId))).code).toBe('not_paused');
    expect(await world.entries(userId, 'BOT_STOPPED')).toHaveLength(3);
  });

  it('a Stop that arrives late leaves a bot running that the seller has started since', async () => {
    const { userId } = await world.addSeller(20);
    await start(userId);
    await world.pass(10_000);
    const startedBefore = world.clock.now();
    await world.bot.stop(userId);
    await world.pass(10_000);
    await start(userId);
    expect((await failureOf(world.bot.stop(userId, { startedBefore }))).code).toBe('started_since');
    expect((await world.bot.status(userId)).isRunning).toBe(true);
    await world.pass(10_000);
    expect((await world.bot.stop(userId, { startedBefore: world.clock.now() })).isRunning).toBe(false);
    expect((await failureOf(world.bot.stop(userId, { startedBefore: world.clock.now() }))).code).toBe('not_running');
  });

  it('a Stop that arrives late stops a bot that has started itself for a new day since', async () => {
    const { userId } = await world.addSeller(20);
    await start(userId, { dailyShareLimit: 15, resumeDaily: true });
    await world.pass(10_000);
    const startedBefore = world.clock.now();
    const { startsAgainAt } = await world.passUntil(userId, ({ isRunning }) => !isRunning);
    await world.pass(Date.parse(startsAgainAt ?? '') - world.clock.now());
    expect((await world.bot.status(userId)).isRunning).toBe(true);
    expect((await world.bot.stop(userId, { startedBefore })).isRunning).toBe(false);
  });

  it(
    'a Stop during a share is stored before it is confirmed, and at most that share still arrives',
    async () => {
      const { userId, account } = await world.addSeller(40);
      // Long enough that Stop meets a share in flight.
      await world.command('POST', 'config', { latencyMs: 30 });
      let since = 0;
      /** Shares that arrived since this was asked last. Reading the whole journal a thousand times takes long. */
      const arrived = async (): Promise<number> => {
        const reply = await world.command('GET', `journal?since=${since}&limit=10000`);
        const { entries, next } = reply as { entries: { account: string; op: string }[]; next: number };
        since = next;
        return entries.filter((entry) => entry.account === account && entry.op === 'share').length;
      };
      const took: number[] = [];
      for (let n = 0; n < stops; n++) {
        await start(userId);
        await world.pass(3_000 + (n % 7) * 500);
        // The next shares are on their way while the seller presses Stop.
        const passing = world.pass(4_000);
        await new Promise((resolve) => setTimeout(resolve, (n * 7) % 60));
        const askedAt = performance.now();
        expect(await world.bot.stop(userId)).toMatchObject({ isRunning: false, state: 'stopped' });
        took.push(performance.now() - askedAt);
        await arrived();
        await passing;
        await world.pass(10_000);
        expect(await arrived()).toBeLessThanOrEqual(1);
      }
      await world.command('POST', 'config', { latencyMs: 0 });
      const p99 = took.sort((a, b) => a - b)[Math.ceil(stops * 0.99) - 1] ?? 0;
      // A few of them on a busy machine say nothing about the time.
      if (stops >= 1_000) expect(p99).toBeLessThan(150);
    },
    20_000 + 500 * stops,
  );

  it('the seller’s devices are notified if the operator stops the bot, but not if the seller does', async () => {
    const [{ userId }, own] = [await world.addSeller(4), await world.addSeller(4)];
    await start(userId);
    await start(own.userId);
    await world.bot.stop(own.userId);
    await world.bot.stopAll();
    const body = 'Your administrator stopped all bots.';
    expect(noticesTo(userId)).toMatchObject([{ event: 'stopped', title: 'Your administrator stopped your bot', body }]);
    expect(noticesTo(own.userId)).toEqual([]);
  });

  it('of one seller do not reach another’s bot, and no call names whose bot it means', async () => {
    const [one, other] = [await world.addSeller(4), await world.addSeller(4)];
    await start(one.userId);
    await start(other.userId);
    const before = (await world.bot.status(other.userId)).settings;
    await world.bot.changeSettings(one.userId, { ...settings, dailyShareLimit: 7 });
    await world.bot.stop(one.userId);
    const { isRunning, settings: after } = await world.bot.status(other.userId);
    expect([isRunning, after]).toEqual([true, before]);
    expect(Object.values(routes.bot).filter(({ path, access }) => path.includes('{') || access !== 'user')).toEqual([]);
    await world.bot.stop(other.userId);
  });

  it('starts once, even for many clicks', async () => {
    const { userId } = await world.addSeller(3);
    const pressed = await Promise.allSettled(Array.from({ length: 8 }, () => start(userId)));
    expect(pressed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await world.entries(userId, 'BOT_STARTED')).toHaveLength(1);
    await world.command('POST', 'human-check', { account: 'thrifty_jo', on: false });
    expect((await failureOf(start(userId))).code).toBe('already_running');
  });

  it('requires a closet with a listing for sale', async () => {
    const nobody = await world.addUser();
    expect((await failureOf(start(nobody))).code).toBe('closet_not_connected');
    const { userId } = await world.addSeller(0).catch(() => ({ userId: '' }));
    const { rows } = await world.database.query<{ user_id: string }>('select max(user_id) as user_id from closets');
    expect((await failureOf(start(userId || (rows[0]?.user_id ?? '')))).code).toBe('no_listings');
  });

  it('is refused if the closet is disconnected at the same moment', async () => {
    const { userId } = await world.addSeller(3);
    const { closet } = world;
    const disconnectedNow: typeof closet.summary = async (id) => {
      const seen = await closet.summary(id);
      await closet.disconnect(id);
      return seen;
    };
    const bot = world.make({ closet: { ...closet, summary: disconnectedNow } });
    expect((await failureOf(bot.start(userId, settings))).code).toBe('closet_not_connected');
    expect(await world.bot.status(userId)).toMatchObject({ state: 'stopped' });
  });

  it('refuses contradictory settings, and stores valid ones while stopped', async () => {
    const { userId } = await world.addSeller(3);
    const slot = { startTime: '10:00', endTime: '10:00', enabled: true, daysOfWeek: [1 as const] };
    const refused = await failureOf(world.bot.changeSettings(userId, { scheduledSlots: [slot] }));
    expect(refused).toMatchObject({ code: 'invalid_input', fields: { scheduledSlots: expect.any(String) } });
    expect(await world.bot.changeSettings(userId, { shareFrequency: 480 })).toMatchObject({
      state: 'stopped',
      settings: { ...settings, shareFrequency: 480 },
    });
  });

  it('applies changed settings from the next share of a running round, without restarting it', async () => {
    const { userId, account } = await world.addSeller(12);
    await start(userId);
    await world.sharesMade(userId, 4);
    await world.bot.changeSettings(userId, { shareFrequency: 60, dailyShareLimit: 2_000 });
    const status = await world.passUntil(userId, ({ state }) => state === 'waiting');
    const sent = (await world.journalOf(account)).map(({ listingId }) => listingId);
    expect(new Set(sent).size).toBe(12);
    expect(sent).toHaveLength(12);
    const [round] = await world.entries(userId, 'ROUND_STARTED');
    expect(Date.parse(status.nextRoundTime ?? '') - Date.parse(round?.timestamp ?? '')).toBe(hour);
  });

  it('cuts a round if the new slots are closed now', async () => {
    const { userId, account } = await world.addSeller(12);
    await start(userId);
    await world.sharesMade(userId, 4);
    const scheduledSlots = [world.slot(3 * hour, 4 * hour)];
    await world.bot.changeSettings(userId, { useScheduledSlots: true, scheduledSlots });
    await world.pass(minute);
    expect(await world.bot.status(userId)).toMatchObject({ state: 'waiting', sharesToday: 4 });
    await world.pass(4 * hour);
    expect(await world.journalOf(account)).toHaveLength(16);
  });

  it.each([
    ['disconnected', 'You disconnected the closet'],
    ['replaced', 'You switched to another closet'],
  ] as const)('stops when the closet is %s, says why, and sends nothing afterward', async (because, details) => {
    const { userId, account } = await world.addSeller(12);
    await start(userId);
    await world.sharesMade(userId, 4);
    await world.bot.onDisconnected(userId, because);
    await world.closet.disconnect(userId);
    const { length } = await world.journalOf(account);
    await world.pass(hour);
    expect(await world.journalOf(account)).toHaveLength(length);
    expect(await world.bot.status(userId)).toMatchObject({ state: 'stopped' });
    expect((await world.entries(userId, 'BOT_STOPPED'))[0]?.details).toBe(details);
  });
});

describe('at the real marketplace', () => {
  let real: BotWorld;
  beforeAll(async () => {
    real = await openBotWorld({ real: true });
    await real.openWorker();
  });
  afterAll(async () => real.close());

  it('asks for consent once, and stores it', async () => {
    const { userId } = await real.addSeller(3);
    expect(await real.bot.status(userId)).toMatchObject({ consentNeeded: true });
    expect((await failureOf(real.bot.start(userId, settings))).code).toBe('consent_required');
    const refused = real.bot.start(userId, { ...settings, acceptAutomationRisk: false });
    expect((await failureOf(refused)).code).toBe('consent_required');
    expect(await real.bot.start(userId, { ...settings, acceptAutomationRisk: true })).toMatchObject({
      isRunning: true,
      consentNeeded: false,
    });
    await real.bot.stop(userId);
    expect(await real.bot.start(userId, settings)).toMatchObject({ isRunning: true });
    await real.bot.stop(userId);
  });

  it('starts no bot by itself that practiced before, until its seller has agreed', async () => {
    const userId = await real.addUser();
    await real.closet.linkPractice(userId);
    await real.listings.sync(userId);
    await real.assume(userId, 48);
    await real.bot.start(userId, { ...settings, dailyShareLimit: 50 });
    await real.passUntil(userId, ({ isRunning }) => !isRunning);
    await real.bot.onDisconnected(userId, 'disconnected');
    await real.closet.disconnect(userId);
    const made = await real.command('POST', 'accounts', { listings: 3 }, { toReal: true });
    const { username, password } = made as { username: string; password: string };
    await real.closet.linkWithPassword(userId, { username, password, keepPassword: true });
    await real.listings.sync(userId);
    await real.bot.changeSettings(userId, { resumeDaily: true });
    await real.pass(2 * 86_400_000);
    expect(await real.bot.status(userId)).toMatchObject({ isRunning: false, consentNeeded: true });
    expect(await real.journalOf(username)).toEqual([]);
    expect((await real.entries(userId, 'BOT_STOPPED'))[0]?.details).toBe(
      'The bot didn’t start for the new day. Poshmark’s guidelines don’t allow automation. Read what can happen and agree before the first start.',
    );
  });

  it('lets only one account at a time run the bot of a closet', async () => {
    // A worker’s transactions would be held up like those of a start.
    await real.closeWorkers();
    const consent = { ...settings, acceptAutomationRisk: true as const };
    const first = await real.addSeller(3);
    const second = await real.addUser();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const transaction = real.database.transaction;
    vi.spyOn(real.database, 'transaction').mockImplementationOnce((work) => held.then(() => transaction(work)));
    const starting = real.bot.start(first.userId, consent);
    await expect.poll(() => real.database.transaction).toHaveBeenCalled();

    const { account: username, password } = first;
    await real.closet.linkWithPassword(second, { username, password, keepPassword: true });
    await real.listings.sync(second);
    await real.bot.start(second, consent);
    letGo();
    expect((await failureOf(starting)).code).toBe('closet_linked_elsewhere');
    expect(await real.bot.status(first.userId)).toMatchObject({ isRunning: false });

    // Both at once: the first has looked at the other accounts, and isn't committed when the second looks.
    await real.bot.stop(second);
    const looked = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    vi.spyOn(real.database, 'transaction').mockImplementationOnce((work) =>
      transaction(async (tx) => {
        const result = await work(tx);
        looked.resolve();
        await commit.promise;
        return result;
      }),
    );
    const winning = real.bot.start(first.userId, consent);
    await looked.promise;
    const losing = failureOf(real.bot.start(second, consent));
    await Promise.race([losing, untilStatementWaits(real.database)]);
    commit.resolve();
    await winning;
    expect((await losing).code).toBe('closet_linked_elsewhere');

    // A browser can say that any closet is its own.
    await real.database.query(`update closets set transport = 'browser' where user_id = $1`, [first.userId]);
    expect(await real.bot.start(second, consent)).toMatchObject({ isRunning: true });
  });
});
