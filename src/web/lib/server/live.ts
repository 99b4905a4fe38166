// Listens to the server's events, and says whether they arrive.
import { type EventName, eventNames, eventsPath } from '#contract/activity/activity.ts';
import { createStore } from '../store.ts';

/** At most one call in this time, so that a fast round doesn't cause a flood of queries. */
const spacingMs = 250;
/** Browsers come back from a lost connection on their own, but never after a reply such as 503. */
const reopenMs = 5_000;
/** One change often causes several events at once. Waiting for the others asks for each thing once. */
const gatherMs = 20;

type Listener = {
  onEvents: (names: ReadonlySet<EventName>) => void;
  onReopen: () => void;
};
type Stream = { listener: Listener; readonly end: () => void };

/** Whether a stream is open. Without one, as behind some proxies, what shows events as they happen must ask for them. */
const live = createStore(false);
export const { get: whetherLive, useValue: useIsLive } = live;

/** The stream that was opened before a screen listens to it. */
let early: Stream | null = null;

/**
 * Opens the stream for the screen that will listen. The server starts with every event, because something may have changed since
 * the screen read its data. A screen that asks for its data after that asks only once. Until it listens, this listener does.
 */
export const openLiveEarly = (listener: Listener): void => {
  early = openStream(listener);
};

/**
 * Listens until the returned function is called. While nobody sees the page, events are kept until somebody does: most open pages
 * are in a tab behind another one, and would make most of the calls. The browser reconnects on its own and `onReopen` is called
 * then, so that missed changes are loaded. After a refusal, a new stream is opened. Without events, the queries still poll.
 */
export const listenLive = (listener: Listener): (() => void) => {
  const stream = early ?? openStream(listener);
  early = null;
  stream.listener = listener;
  return stream.end;
};

const openStream = (listener: Listener): Stream => {
  let hasOpened = false;
  let arrived = new Set<EventName>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  const pass = () => {
    timer = undefined;
    if (document.hidden) return;
    const names = arrived;
    arrived = new Set();
    lastAt = performance.now();
    stream.listener.onEvents(names);
  };
  const passSoon = () => {
    timer ??= setTimeout(pass, Math.max(gatherMs, lastAt + spacingMs - performance.now()));
  };
  const onVisible = () => {
    if (!document.hidden && arrived.size > 0) passSoon();
  };
  document.addEventListener('visibilitychange', onVisible);
  let reopening: ReturnType<typeof setTimeout> | undefined;
  const open = (): EventSource => {
    const opened = new EventSource(eventsPath);
    opened.addEventListener('open', () => {
      live.set(true);
      if (hasOpened) stream.listener.onReopen();
      hasOpened = true;
    });
    opened.addEventListener('error', () => {
      live.set(false);
      if (opened.readyState !== EventSource.CLOSED) return;
      // The session has ended, or the screen that listens opens a stream of its own.
      if (early === stream) return giveUpEarly();
      // Not all at once, because a restart ends every stream in the same moment.
      const delayMs = reopenMs * (1 + Math.random());
      reopening = setTimeout(() => {
        source = open();
      }, delayMs);
    });
    for (const name of eventNames)
      opened.addEventListener(name, () => {
        arrived.add(name);
        passSoon();
      });
    return opened;
  };
  const end = () => {
    live.set(false);
    source.close();
    document.removeEventListener('visibilitychange', onVisible);
    clearTimeout(reopening);
    clearTimeout(timer);
  };
  const stream: Stream = { listener, end };
  let source = open();
  return stream;
};

const giveUpEarly = (): void => {
  early?.end();
  early = null;
};
