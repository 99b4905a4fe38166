import { beforeEach, describe, expect, it } from 'vitest';
import { botJourney } from './bot-journey.ts';

const minute = 60_000;
const hour = 60 * minute;

const { world, start, accepted, untilMorning, paused } = botJourney();
beforeEach(async () => {
  await untilMorning();
  await world.command('POST', 'parties', { parties: [] });
});

const iso = (at: number): string => new Date(at).toISOString();

/** Plants one party that is on for so long from now on. */
async function party({ ms = 2 * hour, inMs = 0, theme = {} }: { ms?: number; inMs?: number; theme?: object } = {}) {
  const startsAt = world.clock.now() + inMs;
  const planted = { title: 'Best in Denim', start_at: iso(startsAt), end_at: iso(startsAt + ms), theme };
  const { ids } = (await world.command('POST', 'parties', { parties: [planted] })) as { ids: string[] };
  return { id: ids[0] ?? '', endsAt: startsAt + ms };
}

const sharesTo = async (account: string, partyId: string | undefined) =>
  (await world.journalOf(account)).filter((share) => share.partyId === partyId);
const listingsOf = (shares: { listingId?: string }[]) => shares.map(({ listingId }) => listingId).toSorted();

/** Everything that a status says about the day adds up, and is what the marketplace counted. */
async function expectSums(userId: string, account: string): Promise<void> {
  const { sharesByKind, sharesToday } = await world.bot.status(userId);
  expect(sharesByKind.self + sharesByKind.party + sharesByKind.back).toBe(sharesToday);
  const { rows } = await world.database.query(
    `select share_count as all, party_count as party, back_count as back from daily_share_counts
     where user_id = $1 order by share_date desc limit 1`,
    [userId],
  );
  expect(rows).toEqual([{ all: sharesToday, party: sharesByKind.party, back: sharesByKind.back }]);
  const today = iso(world.clock.now()).slice(0, 10);
  const counted = (await accepted(account)).filter(({ at }) => at.startsWith(today));
  expect(counted.filter(({ partyId }) => partyId !== undefined).length).toBe(sharesByKind.party);
  expect(counted).toHaveLength(sharesToday);
}

describe('party shares', () => {
  it('go to an open party once for each listing that matches, after the round, at the bot’s pace', async () => {
    const { userId, account } = await world.addSeller(12);
    const facts = await world.listings.activeWithFacts(userId);
    const brand = facts[0]?.brand;
    const matching = new Set(facts.filter((one) => one.brand === brand).map(({ id }) => id));
    const listed = (await world.listings.list(userId)).filter(({ id }) => matching.has(id));
    const { id } = await party({ theme: { brands: [brand] } });
    await start(userId, { partySharing: true });
    const during = await world.passUntil(userId, ({ shareStatus }) => shareStatus.kind === 'party');
    expect(during.shareStatus).toMatchObject({ party: 'Best in Denim', totalListings: matching.size });
    await world.pass(hour);
    const shares = await world.journalOf(account);
    expect(shares.slice(0, 12).every(({ partyId }) => partyId === undefined)).toBe(true);
    expect(listingsOf(await sharesTo(account, id))).toEqual(listed.map(({ poshmarkId }) => poshmarkId).toSorted());
    const times = shares.map(({ at }) => Date.parse(at));
    expect(Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))).toBeGreaterThanOrEqual(800);
    await expectSums(userId, account);
    const entries = await world.entries(userId, 'PARTY_SHARE');
    expect(entries.map(({ listingId }) => listingId).toSorted()).toEqual([...matching].toSorted());
    expect(entries.every(({ details }) => details?.endsWith(', Best in Denim'))).toBe(true);
    expect((await world.entries(userId, 'ROUND_FINISHED'))[0]?.details).toBe(
      `${matching.size} of ${matching.size} ${matching.size === 1 ? 'listing' : 'listings'} shared to Best in Denim`,
    );
    expect(await world.bot.status(userId)).toMatchObject({ nextRoundTime: expect.any(String) });
    for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12', 'America/New_York']) {
      await world.moveTo(userId, zone);
      const { sharesByKind, sharesToday } = await world.bot.status(userId);
      expect(sharesByKind.self + sharesByKind.party + sharesByKind.back).toBe(sharesToday);
    }
  });

  it('end with the party, and nothing is shared to it afterward', async () => {
    const { userId, account } = await world.addSeller(12);
    await start(userId, { partySharing: true, shareFrequency: 1440 });
    await world.roundOver(userId, 12);
    // Found by the next reading, in a quarter of an hour.
    const { id, endsAt } = await party({ inMs: 20 * minute, ms: 10_000 });
    await world.pass(40 * minute);
    const shares = await sharesTo(account, id);
    expect(shares.length).toBeGreaterThan(1);
    expect(shares.length).toBeLessThan(12);
    expect(Math.max(...shares.map(({ at }) => Date.parse(at)))).toBeLessThan(endsAt);
    expect((await world.entries(userId, 'ROUND_FINISHED'))[0]?.details).toMatch(/ended with the party$/);
    await expectSums(userId, account);
  });

  it('stay within their own number, and the daily limit holds over all kinds', async () => {
    const { userId, account } = await world.addSeller(9);
    const { id } = await party();
    await start(userId, { partySharing: true, partySharesPerDay: 4, shareFrequency: 20, dailyShareLimit: 20 });
    await world.passUntil(userId, ({ state }) => state === 'stopped', 6 * hour);
    expect(await sharesTo(account, id)).toHaveLength(4);
    expect(await accepted(account)).toHaveLength(20);
    await expectSums(userId, account);
  });

  it('are made inside the time slots only', async () => {
    const { userId, account } = await world.addSeller(8);
    const { id } = await party();
    const slot = world.slot(20 * minute, 21 * minute);
    await start(userId, { partySharing: true, useScheduledSlots: true, scheduledSlots: [slot] });
    await world.pass(hour);
    const shares = await world.journalOf(account);
    expect(shares.every((share) => share.at.slice(11, 16) === slot.startTime)).toBe(true);
    expect((await sharesTo(account, id)).length).toBeGreaterThan(0);
  });

  it('of unknown outcome count, say so with the party, and are not repeated in it', async () => {
    const { userId, account } = await world.addSeller(5);
    const { id } = await party();
    await world.fault('share', 'reset', { account, after: 6 });
    await start(userId, { partySharing: true, shareFrequency: 30 });
    await world.pass(100 * minute);
    const shares = await sharesTo(account, id);
    expect(new Set(listingsOf(shares)).size).toBe(5);
    expect(shares).toHaveLength(5);
    const [unknown] = await world.entries(userId, 'SHARE_UNKNOWN');
    expect(unknown?.details).toMatch(/, Best in Denim \(not confirmed/);
    expect((await world.bot.status(userId)).sharesByKind.party).toBe(5);
  });

  it('rest for a day after a promotion or a restore that may have lost some', async () => {
    const { userId, account } = await world.addSeller(4);
    await world.database.query(
      'insert into bot_visits (user_id, missed_at) values ($1, to_timestamp($2::float8 / 1000))',
      [userId, world.clock.now() - 23 * hour],
    );
    const { id } = await party({ ms: 3 * hour });
    await start(userId, { partySharing: true, shareBack: true, shareFrequency: 1440 });
    await world.pass(59 * minute);
    expect(await sharesTo(account, id)).toEqual([]);
    expect((await world.bot.status(userId)).sharesByKind).toMatchObject({ party: 0, back: 0 });
    await world.pass(30 * minute);
    expect(await sharesTo(account, id)).toHaveLength(4);
  });

  it('continue on another worker where they were, and end at once when the seller turns them off', async () => {
    const { userId, account } = await world.addSeller(12);
    const { id } = await party();
    await start(userId, { partySharing: true });
    await world.passUntil(userId, ({ sharesByKind }) => sharesByKind.party === 3);
    await world.changeWorker();
    await world.passUntil(userId, ({ sharesByKind }) => sharesByKind.party === 8);
    await world.bot.changeSettings(userId, { partySharing: false });
    await world.pass(20 * minute);
    const made = listingsOf(await sharesTo(account, id));
    expect(new Set(made).size).toBe(made.length);
    expect(made.length).toBeLessThanOrEqual(9);
    expect((await world.entries(userId, 'ROUND_FINISHED'))[0]?.details).toMatch(/off now$/);
    expect((await world.bot.status(userId)).state).toBe('waiting');
    await expectSums(userId, account);
  });
});

it('the plan has the party that is ahead, its share is the next one, and the day expects what comes', async () => {
  const { userId } = await world.addSeller(6);
  const { id, endsAt } = await party({ inMs: 40 * minute });
  await start(userId, { partySharing: true, shareBack: true, shareBackPerDay: 7, shareFrequency: 1440 });
  const waiting = await world.passUntil(
    userId,
    ({ state, sharesByKind }) => state === 'waiting' && sharesByKind.self === 6,
  );
  expect(waiting.nextShareTime).toBe(iso(endsAt - 2 * hour));
  const [today] = (await world.bot.timeline(userId, 1)).days;
  const spans = today?.rounds.map(({ kind, party: title, planned, state }) => [kind, title, planned, state]);
  expect(spans?.slice(-1)).toEqual([['party', 'Best in Denim', 6, 'planned']]);
  expect(today?.expected).toBe(waiting.sharesToday + 6 + (7 - waiting.sharesByKind.back));
  await world.pass(hour);
  expect(await world.bot.status(userId)).toMatchObject({ sharesByKind: { self: 6, party: 6 } });
  const [after] = (await world.bot.timeline(userId, 1)).days;
  expect(after?.rounds.filter(({ kind }) => kind === 'party')).toMatchObject([{ shares: 6, state: 'done' }]);
  expect(id).not.toBe('');
});

it('a warning turns visits off, says so once, and the seller may take it back', async () => {
  const { userId, account } = await world.addSeller(12);
  const { id } = await party({ ms: 8 * hour });
  await world.fault('share', 'E4', { account, after: 14 });
  await start(userId, { partySharing: true, shareBack: true, shareFrequency: 60 });
  const status = await paused(userId);
  expect(status.pauseMessage).toMatch(/Party shares and share-backs are off until \w+ \d+\.$/);
  expect(status.visitsOffUntil).toBe(status.gentleUntil);
  const [told] = await world.entries(userId, 'BOT_PAUSED');
  expect(told?.details).toBe(status.pauseMessage);
  const shared = (await sharesTo(account, id)).length;
  await world.pass(minute);
  await world.bot.resume(userId);
  await world.pass(80 * minute);
  expect((await sharesTo(account, id)).length).toBe(shared);
  expect((await world.bot.status(userId)).sharesByKind.self).toBeGreaterThan(12);
  await world.bot.restoreLimit(userId);
  expect(await world.bot.status(userId)).not.toHaveProperty('visitsOffUntil');
  await world.pass(hour);
  expect(new Set(listingsOf(await sharesTo(account, id))).size).toBe(12);
});

describe('share-backs', () => {
  const news = (account: string, by: string[], ago = minute) =>
    world.command('POST', 'news', { account, by, at: iso(world.clock.now() - ago) });
  const backsOf = async (account: string, userId: string) => {
    const own = new Set((await world.listings.list(userId)).map(({ poshmarkId }) => poshmarkId));
    return (await accepted(account)).filter(({ listingId }) => !own.has(listingId ?? ''));
  };
  const ownersOf = (shares: { listingId?: string }[]): Promise<string[]> =>
    Promise.all(
      shares.map(async ({ listingId }) => {
        const answer = await fetch(`${world.standin.origin}/vm-rest/posts/${listingId}?pm_version=1`);
        return ((await answer.json()) as { creator_username: string }).creator_username;
      }),
    );

  it('go once a day to each person who shared a listing of the seller, and to nobody else', async () => {
    const { userId, account } = await world.addSeller(4);
    await news(account, ['mia', 'zoe']);
    await news(account, ['mia'], 5 * minute);
    await news(account, ['old_friend'], 25 * hour);
    await start(userId, { shareBack: true, shareFrequency: 1440 });
    await world.pass(2 * hour);
    const backs = await backsOf(account, userId);
    const owners = await ownersOf(backs);
    expect(new Set(owners).size).toBe(owners.length);
    expect(owners).toEqual(expect.arrayContaining(['mia', 'zoe']));
    expect(owners).not.toContain('old_friend');
    const entries = await world.entries(userId, 'SHARE_BACK');
    expect(entries.map(({ details }) => details).toSorted()).toEqual(
      owners.map((owner) => `${owner}’s newest listing`).toSorted(),
    );
    expect(entries.every((entry) => entry.listingId === undefined)).toBe(true);
    await expectSums(userId, account);
    expect(await world.bot.status(userId)).toMatchObject({ totalShares: 4 + backs.length });
    // The people are in no row but by name, and no marketplace id of a listing of theirs.
    const everything = await world.everything();
    for (const { listingId } of backs) expect(everything).not.toContain(listingId);
  });

  it('never go to one listing twice, and find who is left after a worker was replaced in the middle', async () => {
    const { userId, account } = await world.addSeller(3);
    const people = ['ann', 'bea', 'cleo', 'dora', 'eve', 'fay'];
    await news(account, people);
    await start(userId, { shareBack: true, shareFrequency: 1440 });
    await world.passUntil(userId, ({ sharesByKind }) => sharesByKind.back === 2);
    await world.changeWorker();
    await world.pass(hour);
    expect((await world.entries(userId, 'ROUND_FINISHED')).map(({ details }) => details)).toContainEqual(
      expect.stringMatching(/people shared back, ended by an interruption$/),
    );
    const first = await backsOf(account, userId);
    expect(await ownersOf(first)).toEqual(expect.arrayContaining(people));
    await world.bot.stop(userId);
    await world.pass(24 * hour);
    await news(account, people);
    await start(userId, { shareBack: true, shareFrequency: 1440 });
    await world.pass(hour);
    const all = await backsOf(account, userId);
    expect(new Set(listingsOf(all)).size).toBe(all.length);
  });

  it('of unknown outcome or refused are told with the name, and that person is not tried again that day', async () => {
    const { userId, account } = await world.addSeller(3);
    await world.fault('share', 'reset', { account, after: 3 });
    await world.fault('share', 'E1', { account, after: 4 });
    await news(account, ['ann', 'bea', 'cleo']);
    await start(userId, { shareBack: true, shareFrequency: 1440 });
    await world.pass(hour);
    const [unknown] = await world.entries(userId, 'SHARE_UNKNOWN');
    const [refused] = await world.entries(userId, 'SHARE_FAILED');
    expect(unknown?.details).toMatch(/^\w+’s newest listing \(not confirmed/);
    expect(refused?.details).toMatch(/^\w+’s newest listing \(/);
    const own = new Set((await world.listings.list(userId)).map(({ poshmarkId }) => poshmarkId));
    const tried = (await world.journalOf(account)).filter(({ listingId }) => !own.has(listingId ?? ''));
    const owners = await ownersOf(tried);
    expect(new Set(owners).size).toBe(owners.length);
    expect((await world.bot.status(userId)).sharesByKind.back).toBe(owners.length - 1);
  });

  it.each([
    ['an ordinary round', 'self'],
    ['a party', 'party'],
  ] as const)('still go out if a worker was replaced in %s before their turn', async (_, kind) => {
    const { userId, account } = await world.addSeller(6);
    await news(account, ['ann', 'bea']);
    const { id } = await party();
    await start(userId, { partySharing: true, shareBack: true, shareFrequency: 1440 });
    await world.passUntil(userId, ({ sharesByKind }) => sharesByKind[kind] === 2);
    await world.changeWorker();
    await world.pass(15 * minute);
    const backs = await backsOf(account, userId);
    expect(await ownersOf(backs)).toEqual(expect.arrayContaining(['ann', 'bea']));
    // The parties come first, because they end.
    const toParty = (await sharesTo(account, id)).map(({ at }) => Date.parse(at));
    expect(toParty).toHaveLength(6);
    expect(Math.min(...backs.map(({ at }) => Date.parse(at)))).toBeGreaterThan(Math.max(...toParty));
    await expectSums(userId, account);
  });

  it('go to the next person if the newest listing of the first one was shared back before', async () => {
    const { userId, account } = await world.addSeller(3);
    await news(account, ['zoe'], 2_000);
    await news(account, ['mia'], 1_000);
    const newest = await world.closet.withAccount(userId, async (live) => {
      const found = await live.news({ since: world.clock.now() - hour });
      const people = found.kind === 'ok' ? found.value.flatMap(({ people }) => people) : [];
      const listing = await live.newestListing(people.find(({ name }) => name === 'mia')?.id ?? '');
      return listing.kind === 'ok' ? listing.value?.id : undefined;
    });
    const [hash] = world.vault.hasherFor(userId)(newest ?? '');
    await world.database.query(
      `insert into share_backs (user_id, day, person_hash, listing_hash, name, round_id, at)
       values ($1, '2020-01-01', 'x', $2, 'mia', 1, now())`,
      [userId, hash],
    );
    await start(userId, { shareBack: true, shareBackPerDay: 1, shareFrequency: 1440 });
    await world.pass(hour);
    expect(await ownersOf(await backsOf(account, userId))).toEqual(['zoe']);
  });

  it('go out as soon as the slot opens, also to people of whom the bot read before that', async () => {
    const { userId, account } = await world.addSeller(3);
    await news(account, ['ann', 'bea']);
    await start(userId, {
      shareBack: true,
      useScheduledSlots: true,
      scheduledSlots: [world.slot(5 * minute, 2 * hour)],
    });
    // The news are read at the start, and again after half an hour.
    await world.pass(10 * minute);
    expect(await ownersOf(await backsOf(account, userId))).toEqual(expect.arrayContaining(['ann', 'bea']));
  });

  it('go out in the next slot if the round before them was cut by the end of its slot', async () => {
    const { userId, account } = await world.addSeller(45);
    await news(account, ['ann', 'bea']);
    const scheduledSlots = [world.slot(0, minute), world.slot(2 * minute, 3 * hour)];
    await start(userId, { shareBack: true, useScheduledSlots: true, scheduledSlots });
    await world.pass(15 * minute);
    expect((await world.entries(userId, 'ROUND_FINISHED')).at(-1)?.details).toMatch(/ended with its time slot$/);
    expect(await ownersOf(await backsOf(account, userId))).toEqual(expect.arrayContaining(['ann', 'bea']));
  });
});

it('readings of parties and news come at a start, and every 15 and 30 minutes', async () => {
  const { userId, account } = await world.addSeller(3);
  await start(userId, { partySharing: true, shareBack: true, shareFrequency: 1440 });
  await world.pass(95 * minute);
  // News may take several pages.
  const minutesOf = async (op: string) =>
    new Set((await world.journalOf(account, op)).map(({ at }) => at.slice(0, 16)));
  expect((await minutesOf('party')).size).toBe(7);
  expect((await minutesOf('news')).size).toBe(4);
  await world.bot.stop(userId);
  await world.pass(hour);
  expect((await minutesOf('party')).size).toBe(7);
});
