import { expect, it } from 'vitest';
import type { Clock } from '#domain/ports/clock.ts';
import { type Changes, createEvents } from './events.ts';

const fingerprint = { bot: '1', share: '1', activity: '1', listing: '1' };

it('asks about everyone who came during a poll with one more poll', async () => {
  const asked: string[][] = [];
  const replies: (() => void)[] = [];
  const changes: Changes = (userIds) => {
    asked.push(userIds);
    return new Promise((resolve) => {
      replies.push(() => resolve(new Map(userIds.map((userId) => [userId, fingerprint]))));
    });
  };
  const due: (() => void)[] = [];
  const clock: Clock = {
    now: () => 0,
    at(instant, run) {
      if (instant <= 0) due.push(run);
      return () => {};
    },
  };
  const events = createEvents({ changes, stillSignedIn: async (tokens) => new Set(tokens), clock, warn() {} });
  const runDue = async () => {
    for (const run of due.splice(0)) run();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const connect = async (userId: string) => {
    events.connect(userId, { lastEventId: null, token: userId });
    await runDue();
  };

  await connect('1');
  expect(asked).toEqual([['1']]);
  for (const userId of ['2', '3', '4']) await connect(userId);
  expect(asked).toEqual([['1']]);
  replies[0]?.();
  await runDue();
  await runDue();
  expect(asked).toEqual([['1'], ['1', '2', '3', '4']]);
  replies[1]?.();
  await runDue();
  expect(asked).toHaveLength(2);
  events.close();
});

it('a poll that takes long is followed by a rest of twice that time', async () => {
  const moments: number[] = [];
  let now = 0;
  let due = () => {};
  const clock: Clock = {
    now: () => now,
    at(instant, run) {
      moments.push(instant - now);
      due = run;
      return () => {};
    },
  };
  const changes: Changes = async (userIds) => {
    now += 2_000;
    return new Map(userIds.map((userId) => [userId, fingerprint]));
  };
  const events = createEvents({ changes, stillSignedIn: async (tokens) => new Set(tokens), clock, warn() {} });
  events.connect('1', { lastEventId: null, token: 'a' });
  due();
  await expect.poll(() => moments).toEqual([0, 4_000]);
  events.close();
});
