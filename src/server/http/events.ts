import { type EventName, eventNames } from '#contract/schemas/events.ts';
import type { Clock } from '#domain/ports/clock.ts';

/** What stands behind each event, as a short text that changes when the event is due. */
type Fingerprint = Record<EventName, string>;
/** The present fingerprints of some users, in one statement however many they are. */
export type Changes = (userIds: string[]) => Promise<Map<string, Fingerprint>>;

export type Events = {
  /** One more listener. `lastEventId`: what the browser saw last, so that nothing is lost while it was away. */
  connect(userId: string, options: { lastEventId: string | null; isStillSignedIn: () => Promise<boolean> }): Response;
  /** How many listen. */
  count(): number;
  close(): void;
};

const pollEveryMs = 700;
const heartbeatEveryMs = 20_000;
const mostListenersOfUser = 8;
const mostListeners = 5_000;
/** Unread chunks after which a browser that does not read is let go. */
const mostUnread = 50;

type Listener = {
  userId: string;
  known: Fingerprint | null;
  isStillSignedIn: () => Promise<boolean>;
  stream: ReadableStreamDefaultController<Uint8Array>;
};
type Warn = (fields: object, message: string) => void;

/** Server-sent events: one poll of the database for all who listen, none while nobody does. */
export function createEvents({ changes, clock, warn }: { changes: Changes; clock: Clock; warn: Warn }): Events {
  const listeners = new Set<Listener>();
  const encoder = new TextEncoder();
  let cancelPoll: (() => void) | null = null;
  let heartbeatAt = 0;
  let isClosed = false;

  const drop = (listener: Listener) => {
    if (!listeners.delete(listener)) return;
    try {
      listener.stream.close();
    } catch {
      // The browser was faster.
    }
  };
  const write = (listener: Listener, text: string) => {
    if (!listeners.has(listener)) return;
    if ((listener.stream.desiredSize ?? 0) < -mostUnread) drop(listener);
    else listener.stream.enqueue(encoder.encode(text));
  };
  const tell = (listener: Listener, now: Fingerprint) => {
    const before = listener.known;
    // What changed between a screen's first questions and this first look was told to nobody: all of it is due.
    const due = eventNames.filter((name) => before?.[name] !== now[name]);
    listener.known = now;
    const id = `id: ${writeId(now)}\n`;
    for (const name of due) write(listener, `${id}event: ${name}\ndata: {}\n\n`);
  };

  const poll = async () => {
    cancelPoll = null;
    try {
      // Beside the poll: asking for thousands of sessions must not hold the news back.
      if (clock.now() >= heartbeatAt)
        heartbeat().catch((error) => warn({ error }, 'Live updates could not ask who is signed in'));
      const present = await changes([...new Set([...listeners].map(({ userId }) => userId))]);
      for (const listener of [...listeners]) {
        const now = present.get(listener.userId);
        if (now) tell(listener, now);
      }
    } catch (error) {
      warn({ error }, 'Live updates could not look for changes');
    }
    plan();
  };
  const heartbeat = async () => {
    heartbeatAt = clock.now() + heartbeatEveryMs;
    for (const listener of [...listeners]) {
      if (await listener.isStillSignedIn()) write(listener, ': still here\n\n');
      else drop(listener);
    }
  };
  const plan = (delayMs = pollEveryMs) => {
    if (cancelPoll || isClosed || listeners.size === 0) return;
    cancelPoll = clock.at(clock.now() + delayMs, () => void poll());
  };
  const makeRoom = (userId: string) => {
    const own = [...listeners].filter((listener) => listener.userId === userId);
    for (const oldest of own.slice(0, Math.max(0, own.length - mostListenersOfUser + 1))) drop(oldest);
    const [oldest] = listeners;
    if (listeners.size >= mostListeners && oldest) drop(oldest);
  };

  return {
    connect(userId, { lastEventId, isStillSignedIn }) {
      makeRoom(userId);
      let mine: Listener | null = null;
      const body = new ReadableStream<Uint8Array>(
        {
          start(stream) {
            mine = { userId, known: readId(lastEventId), isStillSignedIn, stream };
            if (isClosed) return stream.close();
            listeners.add(mine);
            write(mine, 'retry: 3000\n: connected\n\n');
          },
          cancel() {
            if (mine) listeners.delete(mine);
          },
        },
        new CountQueuingStrategy({ highWaterMark: 1 }),
      );
      if (listeners.size === 1) heartbeatAt = clock.now() + heartbeatEveryMs;
      plan(0);
      return new Response(body, {
        // Proxies that gather a reply before they pass it on would hold the events back.
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
      });
    },
    count: () => listeners.size,
    close() {
      isClosed = true;
      cancelPoll?.();
      for (const listener of [...listeners]) drop(listener);
    },
  };
}

const writeId = (print: Fingerprint): string =>
  Buffer.from(JSON.stringify(eventNames.map((name) => print[name]))).toString('base64url');

/** null for anything that we did not write: then the listener starts afresh. */
function readId(id: string | null): Fingerprint | null {
  if (id === null || id.length > 2_000) return null;
  try {
    const parts: unknown = JSON.parse(Buffer.from(id, 'base64url').toString());
    if (!Array.isArray(parts)) return null;
    const texts = parts.map(String);
    if (texts.length !== eventNames.length) return null;
    const [bot = '', share = '', activity = '', listing = ''] = texts;
    return { bot, share, activity, listing };
  } catch {
    return null;
  }
}
