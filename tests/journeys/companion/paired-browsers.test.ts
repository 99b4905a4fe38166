import { describe, expect, it } from 'vitest';
import { awayMs } from '#domain/companion.ts';
import { opened } from '#tests/opened.ts';
import { failureOf } from '../closet/closet-journey.ts';
import { answered, client, openRelayWorld } from './relay-world.ts';

const world = opened(openRelayWorld, ({ close }) => close());

type Caller = Parameters<typeof world.poll>[1];
/** Gives the seller's next call to this browser, which answers it. Resolves to what came of the call. */
const carryOne = async (userId: string, caller: Caller) => {
  const poll = world.poll(world.one, caller);
  const carried = world.carry(userId);
  const { request } = await poll.reply;
  await world.answer(caller, request);
  return carried;
};

describe('a paired browser', () => {
  it('is removed by its seller only, and at once: its open poll ends, its token is worth nothing, and its call can’t be answered', async () => {
    const { userId, caller, token } = await world.arrive();
    const [{ id } = { id: '' }] = await world.one.companion.list(userId);
    const { reply } = world.poll(world.process(), caller);
    await expect.poll(() => world.one.companion.isAwake(userId)).toBe(true);
    const refused = failureOf(reply);
    const stranger = await world.addUser();
    expect((await failureOf(world.one.companion.remove(stranger, id, client))).code).toBe('not_found');
    expect(await world.one.companion.list(userId)).toHaveLength(1);
    await world.one.companion.remove(userId, id, client);
    expect((await refused).code).toBe('unauthenticated');
    expect(await world.one.companion.whichCompanion(token)).toBeNull();
    expect(world.callbacks.recorded).toContain('browser_removed');
  });

  it('has at most two polls open: a newer one ends the oldest, and hundreds at once are refused', async () => {
    const { caller } = await world.arrive();
    await world.heard(caller);
    const ended: number[] = [];
    const polls = [];
    for (const nth of [0, 1, 2, 3]) {
      const before = await world.pollOf(caller);
      const poll = world.poll(world.one, caller);
      polls.push(poll);
      void poll.reply.then(
        () => ended.push(nth),
        () => {},
      );
      await expect.poll(() => world.pollOf(caller), { interval: 5 }).not.toBe(before);
    }
    await expect.poll(() => ended.toSorted()).toEqual([0, 1]);
    const crowd = Array.from({ length: 300 }, () => world.poll(world.one, caller));
    const outcomes = crowd.map(({ reply }) => failureOf(reply));
    const refused = await Promise.all(outcomes.slice(2));
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['too_many_requests']));
    for (const { hangUp } of [...polls, ...crowd]) hangUp();
    await Promise.allSettled([...polls, ...crowd].map(({ reply }) => reply));
  });

  it('is paired by a code once, within ten minutes, and only by the newest code', async () => {
    const userId = await world.addUser();
    const first = await world.one.companion.makeCode(userId);
    const second = await world.one.companion.makeCode(userId);
    const pairing = ({ code }: { code: string }) => world.one.companion.pair({ code, name: 'Chrome' }, client);
    expect((await failureOf(pairing(first))).code).toBe('code_rejected');
    const tries = await Promise.allSettled([1, 2, 3].map(() => pairing(second)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const third = await world.one.companion.makeCode(userId);
    await world.clock.advance(10 * 60_000);
    expect((await failureOf(pairing(third))).code).toBe('code_rejected');
    await world.one.companion.forgetOld();
    expect((await world.database.query('select 1 from companion_codes')).count).toBe(0);
  });

  it('is one of at most five', async () => {
    const userId = await world.addUser();
    for (let count = 0; count < 5; count += 1) await world.pair(userId);
    const { code } = await world.one.companion.makeCode(userId);
    expect((await failureOf(world.one.companion.pair({ code, name: 'Sixth' }, client))).code).toBe('too_many_browsers');
  });

  it('gets a new token every 30 days, and the old one works until the new one was used', async () => {
    const { caller, token } = await world.arrive();
    await world.clock.advance(30 * 86_400_000);
    const polling = world.poll(world.one, caller);
    await world.clock.advance(25_000);
    const renewed = (await polling.reply).token ?? '';
    expect(renewed).toMatch(/^[\w-]{43}$/);
    expect(await world.one.companion.whichCompanion(token)).not.toBeNull();
    expect(await world.one.companion.whichCompanion(renewed)).toMatchObject({ id: caller.id });
    expect(await world.one.companion.whichCompanion(token)).toBeNull();
    expect(await world.one.companion.whichCompanion(renewed)).not.toBeNull();
    const { rows } = await world.database.query<{ dump: string }>(
      'select string_agg(c::text, $1) as dump from companions c',
      [''],
    );
    expect(rows[0]?.dump).not.toContain(renewed);
  });

  it('gets a new token only by its newest poll, because it ignores that of an older one', async () => {
    const { caller } = await world.arrive();
    await world.clock.advance(30 * 86_400_000);
    const older = world.poll(world.one, caller);
    await expect.poll(() => world.pollOf(caller)).not.toBeNull();
    const first = await world.pollOf(caller);
    const newer = world.poll(world.process(), caller);
    await expect.poll(() => world.pollOf(caller)).not.toBe(first);
    await world.clock.advance(25_000);
    expect((await older.reply).token).toBeUndefined();
    const { token } = await newer.reply;
    expect(await world.one.companion.whichCompanion(token ?? '')).toMatchObject({ id: caller.id });
  });

  it('learns within a second that its seller’s bot was stopped, and of a share only by being asked for it', async () => {
    const { userId, caller } = await world.arrive();
    await world.heard(caller);
    await world.database.query(
      `insert into bots (user_id, settings, limit_in_force, state) values ($1, '{}', 100, 'stopped')`,
      [userId],
    );
    const { reply } = world.poll(world.process(), caller);
    await world.clock.advance(1_000);
    expect(await reply).toMatchObject({ request: null });
    // Each process reports once what it hasn't reported yet.
    await world.heard(caller);
    for (const change of [
      `update bots set state = 'waiting' where user_id = $1`,
      `update bots set state = 'paused', pause_reason = 'session_expired' where user_id = $1`,
      `update bots set limit_reached_at = now() where user_id = $1`,
    ]) {
      const open = world.poll(world.one, caller);
      await world.clock.advance(0);
      await world.database.query(change, [userId]);
      await world.clock.advance(1_000);
      expect(await open.reply, change).toMatchObject({ request: null });
    }
    for (const isHeld of [true, false]) {
      const open = world.poll(world.one, caller);
      await world.clock.advance(0);
      world.hold.is = isHeld;
      await world.clock.advance(1_000);
      expect(await open.reply, 'the hold of all bots').toMatchObject({ request: null });
    }
    // Nothing of this is about single shares, and without news a poll lasts 25 seconds.
    const quiet = world.poll(world.one, caller);
    let isOver = false;
    void quiet.reply.then(() => {
      isOver = true;
    });
    await world.clock.advance(24_999);
    await world.clock.advance(0);
    expect(isOver).toBe(false);
    await world.clock.advance(1);
    expect((await quiet.reply).request).toBeNull();
  });

  it.each(['could not be made', 'found no browser'] as const)(
    'learns with its next poll what it missed because the reply with it %s',
    async (fate) => {
      const { userId, caller } = await world.arrive();
      await world.database.query(
        `insert into bots (user_id, settings, limit_in_force, state) values ($1, '{}', 100, 'sharing')`,
        [userId],
      );
      const replying = { meets: async () => {} };
      const process = world.process({ beforeReply: () => replying.meets() });
      const first = world.poll(process, caller);
      await world.clock.advance(1_000);
      await first.reply;
      const lost = world.poll(process, caller);
      replying.meets = async () => {
        replying.meets = async () => {};
        if (fate === 'found no browser') return lost.hangUp();
        throw new Error('the database is away');
      };
      await world.clock.advance(0);
      await world.database.query(`update bots set state = 'waiting' where user_id = $1`, [userId]);
      const failed = expect(lost.reply).rejects.toThrow(/went away|the database is away/);
      await world.clock.advance(1_000);
      await failed;
      const { reply } = world.poll(process, caller);
      await world.clock.advance(1_000);
      expect(await reply).toMatchObject({ waitedMs: 1_000 });
    },
  );

  it('ends its older poll, at whichever process, once it says that the seller paused or resumed', async () => {
    const { userId, caller } = await world.arrive();
    await world.heard(caller);
    const older = world.poll(world.process(), caller, 'paused');
    await expect.poll(async () => (await world.one.companion.whyAway(userId)) === 'paused').toBe(true);
    const newer = world.poll(world.one, caller);
    expect(await older.reply).toMatchObject({ request: null });
    const carrying = world.carry(userId);
    const { request } = await newer.reply;
    expect(request).not.toBeNull();
    await world.answer(caller, request);
    expect(await carrying).toEqual(answered);
  });

  it('counts as ready after a human check once the bot knows, and its next poll says so if a process ended before', async () => {
    const { userId, caller } = await world.arrive();
    const state = async () => (await world.one.companion.list(userId))[0]?.state;
    const checked = world.poll(world.one, caller, 'human_check');
    await expect.poll(state).toBe('human_check');
    checked.hangUp();
    await checked.reply.catch(() => {});
    const ends = world.process({
      onReadyAgain: async () => {
        expect(await state()).toBe('human_check');
        throw new Error('The process ended.');
      },
    });
    await expect(world.poll(ends, caller).reply).rejects.toThrow('The process ended.');
    expect(await state()).toBe('human_check');

    const before = world.callbacks.ready;
    const next = world.poll(world.one, caller);
    await expect.poll(state).toBe('ready');
    expect(world.callbacks.ready).toBe(before + 1);
    next.hangUp();
    await next.reply.catch(() => {});
  });

  it('stands by no longer than a second after the working one was removed', async () => {
    const { userId, caller } = await world.arrive();
    const second = await world.pair(userId, 'Laptop');
    await world.heard(caller);
    await world.heard(second.caller);
    const { reply } = world.poll(world.one, second.caller);
    await world.clock.advance(0);
    await world.one.companion.remove(userId, caller.id, client);
    await world.clock.advance(1_000);
    await reply;
    const over = world.poll(world.one, second.caller);
    await expect.poll(async () => (await world.one.companion.list(userId))[0]?.isWorking).toBe(true);
    over.hangUp();
    await over.reply.catch(() => {});
  });

  it('stands by no longer than a second after the working one fell asleep', async () => {
    const { userId, caller } = await world.arrive();
    const second = await world.pair(userId, 'Laptop');
    await world.heard(caller);
    await world.heard(second.caller);
    // From here on, the first one is silent. It counts as asleep after 40 seconds.
    await world.clock.advance(30_000);
    const standby = world.poll(world.one, second.caller);
    await world.clock.advance(11_000);
    expect(await standby.reply).toMatchObject({ request: null, isStandingBy: true });
    // The popup hears at once that this browser works now.
    const news = world.poll(world.one, second.caller);
    await world.clock.advance(1_000);
    expect(await news.reply).toMatchObject({ request: null, isStandingBy: false });
    expect(await carryOne(userId, second.caller)).toEqual(answered);
  });

  it('that the seller paused gets no call', async () => {
    const { userId, caller } = await world.arrive();
    const { reply } = world.poll(world.one, caller, 'paused');
    await expect(world.carry(userId, { deadlineMs: 500 })).resolves.toEqual({
      kind: 'not_sent',
    });
    await world.clock.advance(25_000);
    expect(await reply).toMatchObject({ request: null, isStandingBy: false });
    expect(await world.one.companion.whyAway(userId)).toBe('paused');
    expect(await world.one.companion.isAwake(userId)).toBe(false);
    await world.clock.advance(awayMs);
    expect(await world.one.companion.whyAway(userId)).toBe('asleep');
  });
});

describe('two browsers of one closet', () => {
  it('take turns: one works, the other stands by, and takes over when the first is gone', async () => {
    const { userId, caller } = await world.arrive();
    const second = await world.pair(userId, 'Laptop');
    const working = world.poll(world.one, caller);
    await expect.poll(() => world.one.companion.isAwake(userId)).toBe(true);
    const standby = world.poll(world.one, second.caller);
    const carrying = world.carry(userId);
    const { request, isStandingBy } = await working.reply;
    expect(isStandingBy).toBe(false);
    await world.answer(caller, request);
    await expect(carrying).resolves.toEqual(answered);
    await world.clock.advance(25_000);
    expect(await standby.reply).toMatchObject({ request: null, isStandingBy: true });

    // The first one is silent for 40 seconds.
    await world.clock.advance(40_000);
    const over = world.poll(world.one, second.caller);
    await expect
      .poll(async () => (await world.one.companion.list(userId)).map(({ name, isWorking }) => [name, isWorking]))
      .toEqual([
        ['Chrome', false],
        ['Laptop', true],
      ]);
    // It comes back while the other one works, and gets nothing.
    const back = world.poll(world.one, caller);
    const again = world.carry(userId);
    const taken = (await over.reply).request;
    await world.answer(second.caller, taken);
    await expect(again).resolves.toEqual(answered);
    await world.clock.advance(25_000);
    expect(await back.reply).toMatchObject({ request: null, isStandingBy: true });
  });

  it('hand over as soon as the working one lets a call wait, even if it was seen a moment ago', async () => {
    const { userId, caller } = await world.arrive();
    const second = await world.pair(userId, 'Laptop');
    await world.heard(caller);
    await world.heard(second.caller);
    const standby = world.poll(world.one, second.caller);
    await expect(world.carry(userId, { deadlineMs: 2_100 })).resolves.toEqual({
      kind: 'not_sent',
    });
    await world.clock.advance(1_000);
    expect(await standby.reply).toMatchObject({ request: null, isStandingBy: true });
    expect(await carryOne(userId, second.caller)).toEqual(answered);
  });

  it('that begin to poll at the same moment don’t both work', async () => {
    const userId = await world.addUser();
    const callers = [await world.pair(userId), await world.pair(userId), await world.pair(userId)];
    const other = world.process();
    const polls = callers.map(({ caller }, index) => world.poll(index === 0 ? world.one : other, caller));
    await expect
      .poll(async () => (await world.one.companion.list(userId)).filter(({ isAwake }) => isAwake).length)
      .toBe(3);
    await world.clock.advance(25_000);
    const replies = await Promise.all(polls.map(({ reply }) => reply));
    expect(replies.filter(({ isStandingBy }) => !isStandingBy)).toHaveLength(1);
  });
});
