import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventName } from '#contract/activity/activity.ts';
import { listenLive, openLiveEarly, whetherLive } from './live.ts';

/** The browser's side of the stream. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static last: Stream;
  readyState = 1;
  isClosed = false;
  constructor() {
    super();
    Stream.last = this;
  }
  close(): void {
    this.isClosed = true;
  }
  send(...names: string[]): void {
    for (const name of names) this.dispatchEvent(new Event(name));
  }
}

const known = { EventSource: globalThis.EventSource, document: globalThis.document };
let page: EventTarget & { hidden: boolean };
beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  Object.assign(globalThis, { EventSource: Stream, document: page });
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(globalThis, known);
});

const listen = () => {
  const calls: string[] = [];
  const stop = listenLive({
    onEvents: (names: ReadonlySet<EventName>) => calls.push([...names].join()),
    onReopen: () => calls.push('reopened'),
  });
  return { calls, stop, stream: Stream.last };
};

it('events that come together are passed on together, each once', () => {
  const { calls, stream } = listen();
  stream.send('bot', 'share', 'activity', 'share');
  vi.advanceTimersByTime(30);
  expect(calls).toEqual(['bot,share,activity']);
});

it('later events wait until a quarter of a second has passed, and none is lost', () => {
  const { calls, stream } = listen();
  stream.send('share');
  vi.advanceTimersByTime(30);
  stream.send('activity');
  vi.advanceTimersByTime(200);
  stream.send('share');
  expect(calls).toEqual(['share']);
  vi.advanceTimersByTime(40);
  expect(calls).toEqual(['share', 'activity,share']);
  vi.advanceTimersByTime(1000);
  stream.send('bot');
  vi.advanceTimersByTime(30);
  expect(calls).toEqual(['share', 'activity,share', 'bot']);
});

it('a page that nobody sees keeps its events, and passes them on once when it is seen again', () => {
  const { calls, stream } = listen();
  const show = (isShown: boolean) => {
    page.hidden = !isShown;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  show(false);
  for (let n = 0; n < 5; n++) {
    stream.send('share', 'activity');
    vi.advanceTimersByTime(1000);
  }
  expect(calls).toEqual([]);
  show(true);
  vi.advanceTimersByTime(30);
  expect(calls).toEqual(['share,activity']);
  show(false);
  show(true);
  vi.advanceTimersByTime(1000);
  expect(calls).toEqual(['share,activity']);
});

it('listeners are notified of a connection that is back, but not of the first one', () => {
  const { calls, stream } = listen();
  stream.send('open');
  expect(calls).toEqual([]);
  stream.send('open');
  expect(calls).toEqual(['reopened']);
});

it('a stream that the server refused is opened again, one that the browser reconnects is left alone', () => {
  const { calls, stop, stream } = listen();
  stream.send('open');
  stream.readyState = 0;
  stream.send('error');
  vi.advanceTimersByTime(60_000);
  expect(Stream.last).toBe(stream);
  stream.readyState = Stream.CLOSED;
  stream.send('error');
  vi.advanceTimersByTime(10_000);
  const again = Stream.last;
  expect(again).not.toBe(stream);
  again.send('open', 'bot');
  vi.advanceTimersByTime(1000);
  expect(calls).toEqual(['reopened', 'bot']);
  again.readyState = Stream.CLOSED;
  again.send('error');
  stop();
  vi.advanceTimersByTime(60_000);
  expect(Stream.last).toBe(again);
});

it('nothing is passed on after the end', () => {
  const { calls, stop, stream } = listen();
  stream.send('bot');
  stop();
  vi.advanceTimersByTime(1000);
  expect(calls).toEqual([]);
  expect(stream.isClosed).toBe(true);
});

describe('a stream that opens before a screen listens', () => {
  const open = () => {
    const calls: string[] = [];
    openLiveEarly({ onEvents: () => calls.push('early'), onReopen: () => calls.push('early, reopened') });
    return { calls, stream: Stream.last };
  };

  it('is the one that the screen gets, with only what comes from then on', () => {
    const early = open();
    early.stream.send('open', 'bot', 'share', 'activity', 'listing');
    vi.advanceTimersByTime(30);
    const { calls, stop, stream } = listen();
    expect(stream).toBe(early.stream);
    vi.advanceTimersByTime(1000);
    expect([early.calls, calls]).toEqual([['early'], []]);
    stream.send('share', 'open');
    vi.advanceTimersByTime(30);
    expect([early.calls, calls]).toEqual([['early'], ['reopened', 'share']]);
    stop();
    expect(stream.isClosed).toBe(true);
    expect(listen().stream).not.toBe(stream);
  });

  it('leaves to the screen what it has not passed on yet', () => {
    const early = open();
    early.stream.send('bot', 'share');
    const { calls, stop } = listen();
    vi.advanceTimersByTime(30);
    expect([early.calls, calls]).toEqual([[], ['bot,share']]);
    stop();
  });

  it('is not opened again after a refusal: the screen that listens opens its own', () => {
    const { stream } = open();
    stream.readyState = Stream.CLOSED;
    stream.send('error');
    vi.advanceTimersByTime(60_000);
    expect(Stream.last).toBe(stream);
    const own = listen();
    expect(own.stream).not.toBe(stream);
    own.stop();
  });
});

it('events are said to arrive only while a stream is open', () => {
  const { stop, stream } = listen();
  expect(whetherLive()).toBe(false);
  stream.send('open');
  expect(whetherLive()).toBe(true);
  stream.send('error');
  expect(whetherLive()).toBe(false);
  stream.send('open');
  stop();
  expect(whetherLive()).toBe(false);
});
