import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BotStatus } from '#contract/bot/bot.ts';
import { ApiFailure } from '#contract/failure.ts';
import { createPersistentStop } from './persistent-stop.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const status = { now: '2026-11-22T10:00:00Z' } as BotStatus;
const failure = (code: number, name = 'failed', retryAfterMs?: number) =>
  new ApiFailure('No.', { status: code, code: name, ...(retryAfterMs !== undefined && { retryAfterMs }) });
const offline = failure(0, 'unreachable');

/** A stop whose answers a test decides. `events` records what it reports. */
const scene = (...answers: (ApiFailure | 'stopped' | 'hangs')[]) => {
  const events: string[] = [];
  const returned = new Set<() => void>();
  const pressedAt: (number | null)[] = [];
  const world = { sent: 0, now: 1000, isWanted: true, answer: (_: ApiFailure | 'stopped') => {} };
  const stop = createPersistentStop({
    send: (at) => {
      world.sent += 1;
      pressedAt.push(at);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === 'stopped') return Promise.resolve(status);
      if (answer !== 'hangs') return Promise.reject(answer);
      return new Promise((resolve, reject) => {
        world.answer = (late) => (late === 'stopped' ? resolve(status) : reject(late));
      });
    },
    serverNow: () => world.now,
    onStopped: (confirmed) => events.push(confirmed === status ? 'stopped' : 'was stopped'),
    onFailed: (_, keepsTrying) => events.push(keepsTrying ? 'keeps trying' : 'failed'),
    onReturn: (act) => {
      returned.add(act);
      return () => returned.delete(act);
    },
    isWanted: () => world.isWanted,
  });
  return { stop, events, returned, pressedAt, world };
};
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('a stop', () => {
  it('is sent once if the server confirms it', async () => {
    const { stop, events, world } = scene('stopped');
    stop.press();
    expect(stop.state()).toEqual({ kind: 'sending' });
    stop.press();
    await settle();
    expect(stop.state()).toEqual({ kind: 'idle' });
    expect([world.sent, events]).toEqual([1, ['stopped']]);
  });

  it('is tried again after pauses that grow to 10 s, and complains once', async () => {
    const { stop, events, world } = scene(offline, offline, offline, offline, offline, 'stopped');
    stop.press();
    await settle();
    expect(stop.state()).toEqual({ kind: 'unconfirmed', obstacle: 'no_connection', isTrying: false });
    for (const [index, ms] of [2_000, 4_000, 8_000, 10_000, 10_000].entries()) {
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(world.sent).toBe(index + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(world.sent).toBe(index + 2);
    }
    expect(stop.state()).toEqual({ kind: 'idle' });
    expect(events).toEqual(['keeps trying', 'stopped']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(world.sent).toBe(6);
  });

  it('is tried at once when the connection is back, and when the seller presses again', async () => {
    const { stop, returned, world } = scene(offline, offline, 'stopped');
    stop.press();
    await settle();
    stop.press();
    expect(stop.state()).toMatchObject({ kind: 'unconfirmed', isTrying: true });
    await settle();
    expect(stop.state()).toMatchObject({ kind: 'unconfirmed', isTrying: false });
    for (const act of returned) act();
    await settle();
    expect([world.sent, stop.state().kind, returned.size]).toEqual([3, 'idle', 0]);
  });

  it.each([
    ['the server is down', failure(503), 'no_answer'],
    ['a proxy answers for it', failure(200, 'unexpected_reply'), 'no_answer'],
    ['the server fails', failure(500), 'no_answer'],
    ['the session has ended', failure(401, 'unauthenticated'), 'signed_out'],
  ])('stays unconfirmed while %s', async (_, error, obstacle) => {
    const { stop, events } = scene(error, 'stopped');
    stop.press();
    await settle();
    expect(stop.state()).toEqual({ kind: 'unconfirmed', obstacle, isTrying: false });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(events).toEqual(['keeps trying', 'stopped']);
  });

  it('waits as long as the server asks', async () => {
    const { stop, world } = scene(failure(429, 'too_many', 30_000), 'stopped');
    stop.press();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(world.sent).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(world.sent).toBe(2);
  });

  it('is confirmed by a bot that is not running, as after an answer that was lost', async () => {
    const { stop, events } = scene(offline, failure(409, 'not_running'));
    stop.press();
    await vi.advanceTimersByTimeAsync(2_000);
    expect([stop.state().kind, events]).toEqual(['idle', ['keeps trying', 'was stopped']]);
  });

  it.each([failure(403), failure(409, 'not_running')])(
    'ends if the server refuses the first attempt',
    async (error) => {
      const { stop, events, world } = scene(error);
      stop.press();
      await vi.advanceTimersByTimeAsync(60_000);
      expect([stop.state().kind, events, world.sent]).toEqual(['idle', ['failed'], 1]);
    },
  );

  it('says from its second attempt on when it was pressed last, and ends if the bot was started since', async () => {
    const { stop, events, pressedAt, world } = scene(offline, offline, offline, failure(409, 'started_since'));
    stop.press();
    world.now = 2000;
    await vi.advanceTimersByTimeAsync(2_000);
    stop.press();
    world.now = 3000;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(pressedAt).toEqual([null, 1000, 2000, 2000]);
    expect([stop.state().kind, events]).toEqual(['idle', ['keeps trying', 'failed']]);
  });

  it('can be called off, and then nothing more is sent', async () => {
    const { stop, events, world, returned } = scene(offline);
    stop.press();
    await settle();
    stop.callOff();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([stop.state().kind, events, world.sent, returned.size]).toEqual(['idle', ['keeps trying'], 1, 0]);
  });

  it('that was called off on its way is still reported if it arrives, and not if it fails', async () => {
    const arrives = scene('hangs');
    arrives.stop.press();
    arrives.stop.callOff();
    arrives.world.answer('stopped');
    await settle();
    expect(arrives.events).toEqual(['stopped']);
    const fails = scene('hangs');
    fails.stop.press();
    fails.stop.callOff();
    fails.world.answer(offline);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([fails.events, fails.world.sent]).toEqual([[], 1]);
  });

  it('of a seller who signed out is not sent again', async () => {
    const { stop, world } = scene(offline);
    stop.press();
    await settle();
    world.isWanted = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([world.sent, stop.state().kind]).toEqual([1, 'idle']);
  });
});
