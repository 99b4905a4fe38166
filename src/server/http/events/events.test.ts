import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { expect, it } from 'vitest';
import { type Clock, sleep } from '#domain/ports/clock.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { type Changes, createEvents } from './events.ts';
import { streamOn } from './listeners.ts';

const fingerprint = 'bot|share|activity|listing';
/** An output that remembers what was written. */
const output = () => {
  const texts: string[] = [];
  return { texts, write: (text: string) => texts.push(text), end() {}, destroy() {}, writableLength: 0 };
};
const signedOutOf = async () => new Set<string>();

it('asks with one more poll about those who came during a poll, and about nobody else', async () => {
  const asked: string[][] = [];
  const replies: (() => void)[] = [];
  const changes: Changes = (asks) => {
    const userIds = asks.map(({ userId }) => userId);
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
  const events = createEvents({ changes, signedOutOf, clock, warn() {} });
  const runDue = async () => {
    for (const run of due.splice(0)) run();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const connect = async (userId: string) => {
    events.connect(userId, { lastEventId: null, token: userId })(output());
    await runDue();
  };

  await connect('1');
  expect(asked).toEqual([['1']]);
  for (const userId of ['2', '3', '4']) await connect(userId);
  expect(asked).toEqual([['1']]);
  replies[0]?.();
  await runDue();
  await runDue();
  expect(asked).toEqual([['1'], ['2', '3', '4']]);
  replies[1]?.();
  await runDue();
  expect(asked).toHaveLength(2);
  events.close();
});

it('asks at once about someone who comes between two polls, and about everyone when that is due', async () => {
  const clock = manualClock(0);
  const asked: [number, string[]][] = [];
  const changes: Changes = async (asks) => {
    asked.push([clock.now(), asks.map(({ userId }) => userId)]);
    return new Map(asks.map(({ userId }) => [userId, fingerprint]));
  };
  const events = createEvents({ changes, signedOutOf, clock, warn() {} });
  events.connect('1', { lastEventId: null, token: 'a' })(output());
  await clock.advance(100);
  const second = output();
  events.connect('2', { lastEventId: null, token: 'a' })(second);
  await clock.advance(0);
  expect(second.texts.join('')).toContain('event: bot');
  await clock.advance(1_300);
  expect(asked).toEqual([
    [0, ['1']],
    [100, ['2']],
    [700, ['1', '2']],
    [1_400, ['1', '2']],
  ]);
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
  const changes: Changes = async (asks) => {
    now += 2_000;
    return new Map(asks.map(({ userId }) => [userId, fingerprint]));
  };
  const events = createEvents({ changes, signedOutOf, clock, warn() {} });
  events.connect('1', { lastEventId: null, token: 'a' })(output());
  due();
  await expect.poll(() => moments).toEqual([0, 4_000]);
  events.close();
});

it('asks about many in parts, with a rest of twice its time after each, and about newcomers and ended sessions in between', async () => {
  const clock = manualClock(0);
  const asked: [number, number][] = [];
  const changes: Changes = async (asks) => {
    asked.push([clock.now(), asks.length]);
    await sleep(clock, asks.length / 10);
    return new Map(asks.map(({ userId }) => [userId, fingerprint]));
  };
  const ended = new Set<string>();
  const events = createEvents({ changes, signedOutOf: async () => ended, clock, warn() {} });
  for (let user = 0; user < 600; user += 1)
    events.connect(String(user), { lastEventId: null, token: `${user}` })(output());
  const advanceTo = async (ms: number) => {
    while (clock.now() < ms) await clock.advance(5);
  };
  await advanceTo(1_000);
  // All are newcomers first. The first part of the pass was among them, and rests as long as all of them took.
  expect(asked).toEqual([
    [0, 250],
    [25, 250],
    [50, 100],
    [180, 250],
    [255, 100],
    [700, 250],
    [775, 250],
    [850, 100],
  ]);
  asked.length = 0;
  await advanceTo(1_430);
  const late = output();
  events.connect('late', { lastEventId: null, token: 'late' })(late);
  await advanceTo(1_470);
  expect(asked).toEqual([
    [1_400, 250],
    [1_430, 1],
  ]);
  expect(late.texts.join('')).toContain('event: bot');
  ended.add('0').add('599');
  await advanceTo(4_300);
  expect(events.count()).toBe(599);
  events.close();
});

it('asks with what all listeners of a user know, and takes no text from a browser that the database would refuse', async () => {
  const clock = manualClock(0);
  const asked: (string | null)[] = [];
  const changes: Changes = async (asks) => {
    asked.push(...asks.map(({ known }) => known));
    return new Map(asks.flatMap(({ userId, known }) => (known === fingerprint ? [] : [[userId, fingerprint]])));
  };
  const events = createEvents({ changes, signedOutOf, clock, warn() {} });
  const idOf = (text: string) => Buffer.from(text).toString('base64url');
  for (const [known, lastEventId] of [
    [fingerprint, idOf(fingerprint)],
    [null, null],
    [null, idOf('bot|share|activity|\0')],
    [null, idOf('bot|share')],
    [null, idOf(`bot|share|activity|${'\u00e9'}`)],
  ] as const) {
    const leave = events.connect('1', { lastEventId, token: 'a' })(output());
    await clock.advance(0);
    expect(asked).toEqual([known]);
    await clock.advance(700);
    expect(asked).toEqual([known, fingerprint]);
    asked.length = 0;
    leave();
    await clock.advance(700);
    expect(events.count()).toBe(0);
    asked.length = 0;
  }
  events.connect('1', { lastEventId: idOf(fingerprint), token: 'a' })(output());
  events.connect('1', { lastEventId: idOf('another|share|activity|listing'), token: 'a' })(output());
  await clock.advance(0);
  expect(asked).toEqual([null]);
  events.close();
});

it('writes a line to every listener each 20 s, one part after the other', async () => {
  const clock = manualClock(0);
  const events = createEvents({ changes: async () => new Map(), signedOutOf, clock, warn() {} });
  const outputs = Array.from({ length: 251 }, output);
  for (const [user, one] of outputs.entries()) events.connect(String(user), { lastEventId: null, token: 'a' })(one);
  const written = () => outputs.filter(({ texts }) => texts.some((text) => text.includes('still here'))).length;
  await clock.advance(19_999);
  for (let ms = 0; written() === 0; ms += 10) {
    expect(ms).toBeLessThan(1_000);
    await clock.advance(10);
  }
  expect(written()).toBe(250);
  await clock.advance(9_900);
  expect(written()).toBe(250);
  await clock.advance(100);
  expect(written()).toBe(251);
  events.close();
});

it('disconnects a browser that leaves more than 10 KB unread', async () => {
  const clock = manualClock(0);
  let turn = 0;
  const changes: Changes = async () => new Map([['1', `${++turn}|share|activity|listing`]]);
  const events = createEvents({ changes, signedOutOf, clock, warn() {} });
  const browser = { ...output(), cuts: 0, destroy: () => void browser.cuts++ };
  events.connect('1', { lastEventId: null, token: 'a' })(browser);
  browser.writableLength = 10_000;
  await clock.advance(0);
  expect([browser.texts.length, events.count()]).toEqual([2, 1]);
  browser.writableLength = 10_001;
  await clock.advance(700);
  expect([browser.texts.length, browser.cuts, events.count()]).toEqual([2, 1, 0]);
  events.close();
});

it('a browser that reads nothing more keeps no connection', async () => {
  const clock = manualClock(0);
  let turn = 0;
  // More than what the system keeps for a connection.
  const large = 'x'.repeat(4_000_000);
  const changes: Changes = async () => new Map([['1', `${++turn}|share|activity|${large}`]]);
  const events = createEvents({ changes, signedOutOf, clock, warn() {} });
  const begin = events.connect('1', { lastEventId: null, token: 'a' });
  const server = createServer((_, outgoing) => void streamOn(outgoing, new Response(null), begin));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  browser.on('error', () => {});
  browser.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await expect.poll(() => events.count(), { timeout: 10_000 }).toBe(1);
  await clock.advance(0);
  await clock.advance(700);
  expect(events.count()).toBe(0);
  const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  await expect.poll(connections, { timeout: 10_000 }).toBe(0);
  browser.destroy();
  server.close();
});

it('begins no stream for a browser that has gone in the meantime', () => {
  const outgoing = Object.assign(new ServerResponse(new IncomingMessage(new Socket())), { destroyed: true });
  let begun = 0;
  streamOn(outgoing, new Response(null), () => {
    begun += 1;
    return () => {};
  });
  expect(begun).toBe(0);
});
