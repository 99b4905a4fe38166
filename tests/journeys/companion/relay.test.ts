import { describe, expect, it } from 'vitest';
import { CompanionAnswer } from '#contract/companion/extension.ts';
import type { Database } from '#domain/ports/database.ts';
import { opened } from '#tests/opened.ts';
import { answered, openRelayWorld, share } from './relay-world.ts';

const world = opened(openRelayWorld, ({ close }) => close());

/** The deadline of a call that a browser has this long to take, which takes some ten milliseconds on a machine that isn't busy. */
const claimedInMs = (ms: number): number => 2 * ms;
const untilInFlight = () => expect.poll(world.rowsInFlight, { interval: 10 }).toBe(1);

describe('a call through a browser', () => {
  it('is claimed by a poll at any process, answered, and leaves no row behind', async () => {
    const { userId, caller } = await world.arrive();
    const other = world.process();
    const { reply } = world.poll(other, caller);
    const askedAt = performance.now();
    const carried = world.carry(userId);
    const { request } = await reply;
    expect(request).toMatchObject({ request: { method: 'PUT', path: '/share/1', body: '{}' } });
    expect(request?.leftMs).toBeGreaterThan(share.deadlineMs - (performance.now() - askedAt) - 1);
    expect(request?.leftMs).toBeLessThanOrEqual(share.deadlineMs);
    expect(await other.companion.answer(caller, request?.id ?? '', answered)).toBe(true);
    expect(await carried).toEqual(answered);
    expect(await world.rowsInFlight()).toBe(0);
  });

  it('goes to one poll, however many ask at once, and is unknown at its deadline if that one never answers', async () => {
    const { userId, caller } = await world.arrive();
    const processes = [world.one, world.process(), world.process()];
    const polls = processes.flatMap((each) => [world.poll(each, caller), world.poll(each, caller)]);
    const carried = world.carry(userId, { deadlineMs: claimedInMs(1_500) });
    await expect(carried).resolves.toEqual({ kind: 'cut' });
    for (const { hangUp } of polls) hangUp();
    const replies = await Promise.all(polls.map(({ reply }) => reply.catch(() => null)));
    // The newest poll of a browser is the only one that gets requests.
    const taken = replies.flatMap((reply) => reply?.request ?? []);
    expect(taken).toHaveLength(1);
    expect(await world.answer(caller, taken[0] ?? null)).toBe(false);
  });

  it('is answered with at most 20 headers, and more are refused', async () => {
    const { userId, caller } = await world.arrive();
    const headers = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`h${at}`, 'x']));
    const answer = (count: number) => CompanionAnswer.safeParse({ outcome: { ...answered, headers: headers(count) } });
    expect([answer(20).success, answer(21).success]).toEqual([true, false]);
    // Only the browser that has the call may send a body at all, and only for as long as somebody waits for it.
    const { reply } = world.poll(world.one, caller);
    const carried = world.carry(userId);
    const { request } = await reply;
    const stranger = await world.arrive();
    const { companion } = world.one;
    expect(await companion.timeToAnswer(stranger.caller, request?.id)).toBe(0);
    expect(await companion.timeToAnswer(caller, crypto.randomUUID())).toBe(0);
    for (const id of [request?.id, undefined]) {
      const leftMs = await companion.timeToAnswer(caller, id);
      expect([leftMs > 0, leftMs <= share.deadlineMs]).toEqual([true, true]);
    }
    await world.answer(caller, request);
    await carried;
    expect(await companion.timeToAnswer(caller, undefined)).toBe(0);
  });

  it('that no browser takes was never sent, and no late poll gets it', async () => {
    const { userId, caller } = await world.arrive();
    await expect(world.carry(userId, { deadlineMs: 400 })).resolves.toEqual({
      kind: 'not_sent',
    });
    const { reply, hangUp } = world.poll(world.one, caller);
    await expect.poll(async () => (await world.one.companion.list(userId))[0]?.isWorking).toBe(true);
    hangUp();
    await expect(reply).rejects.toThrow();
    expect(await world.rowsInFlight()).toBe(0);
  });

  it('that is claimed and withdrawn at the same moment is either proved unsent or carried', async () => {
    const { userId, caller } = await world.arrive();
    for (let round = 0; round < 12; round += 1) {
      const { reply, hangUp } = world.poll(world.one, caller);
      // The claim and the withdrawal meet at the end of the time to claim.
      const carrying = world.carry(userId, { deadlineMs: round });
      const carried = await carrying;
      hangUp();
      const polled = await reply.catch(() => null);
      if (carried.kind === 'not_sent') expect(polled?.request ?? null).toBeNull();
      else expect(carried).toEqual({ kind: 'cut' });
      expect(await world.rowsInFlight()).toBe(0);
    }
  });

  it('is withdrawn as soon as its worker may not send anymore', async () => {
    const { userId, caller } = await world.arrive();
    let mayLeave = true;
    const carrying = world.carry(userId, { deadlineMs: 20_000, mayLeave: () => mayLeave });
    await untilInFlight();
    mayLeave = false;
    await expect(carrying).resolves.toEqual({ kind: 'not_sent' });
    const { reply, hangUp } = world.poll(world.one, caller);
    await expect.poll(() => world.callbacks.awake).toBeGreaterThan(0);
    hangUp();
    await expect(reply).rejects.toThrow();
  });

  it('is answered once: a second answer and that of another browser are not taken', async () => {
    const { userId, caller } = await world.arrive();
    const stranger = await world.arrive();
    const { reply } = world.poll(world.one, caller);
    const carrying = world.carry(userId);
    const { request } = await reply;
    expect(await world.answer(stranger.caller, request)).toBe(false);
    const taken = await Promise.all([1, 2, 3].map(() => world.answer(caller, request)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    await expect(carrying).resolves.toEqual(answered);
  });

  it('keeps every character of an answer, even those that jsonb refuses', async () => {
    const { userId, caller } = await world.arrive();
    const { reply } = world.poll(world.one, caller);
    const carrying = world.carry(userId);
    const body = 'nul \u0000, half of a character \ud83d, and “quotes”';
    await world.answer(caller, (await reply).request, { ...answered, body });
    await expect(carrying).resolves.toEqual({ ...answered, body });
  });

  it('waits for the call of a worker that died, until its deadline', async () => {
    const { userId, caller } = await world.arrive();
    await world.database.query(
      `insert into relayed_requests (user_id, id, request, claim_until, deadline, claimed_at)
       values ($1, gen_random_uuid(), '{}', now(), now() + interval '1 second', now())`,
      [userId],
    );
    const { reply } = world.poll(world.one, caller);
    const carrying = world.carry(userId);
    await world.answer(caller, (await reply).request);
    await expect(carrying).resolves.toEqual(answered);
  });

  it('whose row is lost in a crash of the database is unknown', async () => {
    const { userId, caller } = await world.arrive();
    const { reply } = world.poll(world.one, caller);
    const carrying = world.carry(userId, { deadlineMs: claimedInMs(1_000) });
    await reply;
    await world.database.query('truncate relayed_requests');
    await expect(carrying).resolves.toEqual({ kind: 'cut' });
  });

  type Process = NonNullable<Parameters<typeof world.process>[0]>;
  const fails = () => Promise.reject(new Error('the database is away'));
  /** A process whose database goes away when a reply is to be made. */
  const withoutDatabase = (): Process => {
    let isAway = false;
    const orAway =
      <A extends unknown[], T>(ask: (...given: A) => Promise<T>) =>
      (...given: A): Promise<T> =>
        isAway ? fails() : ask(...given);
    const { query, transaction } = world.database;
    setBack = () => {
      isAway = false;
    };
    return {
      database: { ...world.database, query: orAway(query), transaction: orAway(transaction) } as Database,
      async beforeReply() {
        isAway = true;
        await fails();
      },
    };
  };
  let setBack = () => {};
  const withLostClaim = (): Process => {
    const query: Database['query'] = async (sql, params) => {
      const result = await world.database.query(sql, params);
      if (sql.includes('set claimed_at = clock_timestamp()') && result.count > 0) await fails();
      return result as never;
    };
    return { database: { ...world.database, query } };
  };

  it.each<[string, () => Process]>([
    ['the reply with it could not be made', () => ({ beforeReply: fails })],
    ['the database was away when its reply was to be made, and taken back only after that', withoutDatabase],
    ['nobody knows whether it was claimed', withLostClaim],
  ])('is handed out again if %s', async (_, process) => {
    const { userId, caller } = await world.arrive();
    const lost = world.poll(world.process(process()), caller);
    const carrying = world.carry(userId);
    await expect(lost.reply).rejects.toThrow('the database is away');
    setBack();
    await world.answer(caller, (await world.poll(world.one, caller).reply).request);
    await expect(carrying).resolves.toEqual(answered);
  });

  it('leaves no text behind when its worker was killed: maintenance sweeps it', async () => {
    const { userId } = await world.arrive();
    await world.database.query(
      `insert into relayed_requests (user_id, id, request, claim_until, deadline, claimed_at, answer)
       values ($1, gen_random_uuid(), '{}', now(), now() - interval '2 minutes', now(), '{"body": "personal"}')`,
      [userId],
    );
    await world.one.companion.forgetOld();
    expect(await world.rowsInFlight()).toBe(0);
  });
});
