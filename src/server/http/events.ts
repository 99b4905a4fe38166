// Live updates: server-sent events that say what is out of date on open screens.
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { eventNames } from '#contract/schemas/events.ts';
import { type Clock, type Instant, pause } from '#domain/ports/clock.ts';

/** A short text per event, joined by `|` in the order of `eventNames`. An event's text changes whenever it is due. */
type Fingerprint = string;
/** The current fingerprints of those users whose fingerprint isn't the known one. */
export type Changes = (
  asks: readonly { userId: string; known: Fingerprint | null }[],
) => Promise<Map<string, Fingerprint>>;

/** Where the text of a stream goes. `writableLength`: how much of it the browser has not taken yet, in bytes. */
type Output = {
  write(text: string): unknown;
  /** Ends the stream after what was written. */
  end(): unknown;
  /** Ends the connection at once. */
  destroy(): unknown;
  readonly writableLength: number;
};
/** Begins a stream, whose head was sent. Returns a function that ends it for a browser that has gone. */
export type BeginStream = (output: Output) => () => void;

export type Events = {
  /** Adds a listener. `lastEventId` is what the browser saw last: changes since then are sent at once. */
  connect(userId: string, options: { lastEventId: string | null; token: string }): BeginStream;
  /** The number of listeners. */
  count(): number;
  close(): void;
};

const pollEveryMs = 700;
/**
 * A poll of 10,000 sellers takes a second if everything runs on two cores. It then rests this many times as long, and leaves
 * the database to calls.
 */
const restFactor = 2;
/** Thousands in one turn of the event loop would keep every other call of this process waiting. */
const mostInPart = 250;
const heartbeatEveryMs = 20_000;
/** A stream outlives the end of its session by at most this much. */
const lookAtSessionsEveryMs = 2_000;
const mostListenersOfUser = 8;
/** Each needs 23 KB. */
export const mostListeners = 10_000;
/** A browser that leaves more bytes than this unread is disconnected. An event has 150. */
const mostUnread = 10_000;

type Listener = {
  userId: string;
  known: Fingerprint | null;
  /** Of the session. */
  token: string;
  output: Output;
};
type Warn = (fields: object, message: string) => void;

const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / mostInPart) }, (_, n) => all.slice(n * mostInPart, (n + 1) * mostInPart));

type Needs = {
  changes: Changes;
  /** Which of these sessions have ended. */
  signedOutOf: (tokens: string[]) => Promise<Set<string>>;
  clock: Clock;
  warn: Warn;
};

type State = {
  readonly needs: Needs;
  readonly listeners: Listeners;
  /** null while no poll is planned. */
  cancelPoll: (() => void) | null;
  isPolling: boolean;
  /** They are asked about at once, so that their screens rarely read anything before their first events and then again. */
  readonly newcomers: Set<Listener>;
  /** When the next poll asks about everyone. */
  everyoneAt: Instant;
  heartbeatAt: Instant;
  lookAtSessionsAt: Instant;
  isClosed: boolean;
};

/** One poll of the database serves all listeners, and there is one at a time. Without listeners there is none. */
export function createEvents(needs: Needs): Events {
  const listeners = createListeners();
  const state: State = {
    needs,
    listeners,
    cancelPoll: null,
    isPolling: false,
    newcomers: new Set(),
    everyoneAt: 0,
    heartbeatAt: 0,
    lookAtSessionsAt: 0,
    isClosed: false,
  };
  return {
    connect: (userId, { lastEventId, token }) => {
      return (output) => {
        const listener = { userId, token, known: readId(lastEventId), output };
        if (state.isClosed) output.end();
        else listeners.open(listener);
        if (listeners.count() === 1) state.heartbeatAt = needs.clock.now() + heartbeatEveryMs;
        state.newcomers.add(listener);
        // After a restart all browsers come back at once. Those that come during a poll share the next one.
        if (!state.isPolling) planPoll(state);
        return () => {
          state.newcomers.delete(listener);
          listeners.remove(listener);
        };
      };
    },
    count: listeners.count,
    close() {
      state.isClosed = true;
      state.cancelPoll?.();
      for (const listener of listeners.all()) listeners.drop(listener);
    },
  };
}

function planPoll(state: State): void {
  const { needs, listeners, newcomers } = state;
  state.cancelPoll?.();
  state.cancelPoll = null;
  if (state.isClosed || listeners.count() === 0) return;
  const at = newcomers.size > 0 ? needs.clock.now() : state.everyoneAt;
  state.cancelPoll = needs.clock.at(at, () => void poll(state));
}

async function poll(state: State): Promise<void> {
  const { needs, listeners, newcomers } = state;
  const { clock, warn } = needs;
  state.cancelPoll = null;
  state.isPolling = true;
  const begunAt = clock.now();
  const isOfEveryone = begunAt >= state.everyoneAt;
  const userIds = isOfEveryone ? listeners.users() : [...new Set([...newcomers].map(({ userId }) => userId))];
  newcomers.clear();
  try {
    if (clock.now() >= state.lookAtSessionsAt) await dropSignedOut(state);
    if (clock.now() >= state.heartbeatAt) void heartbeat(state);
    await sendChangesOf(state, userIds);
  } catch (error) {
    warn({ error }, 'Live update poll failed');
  }
  state.isPolling = false;
  if (isOfEveryone) state.everyoneAt = clock.now() + Math.max(pollEveryMs, restFactor * (clock.now() - begunAt));
  planPoll(state);
}

async function dropSignedOut(state: State): Promise<void> {
  const { needs, listeners } = state;
  state.lookAtSessionsAt = needs.clock.now() + lookAtSessionsEveryMs;
  for (const present of inParts(listeners.all())) {
    const ended = await needs.signedOutOf([...new Set(present.map(({ token }) => token))]);
    if (ended.size === 0) continue;
    for (const listener of present) if (ended.has(listener.token)) listeners.drop(listener);
  }
}

/**
 * One part after the other until the next heartbeat: 10,000 of them at once take a third of a second. A new listener gets its first
 * one after 40 s at most.
 */
async function heartbeat(state: State): Promise<void> {
  const { needs, listeners } = state;
  state.heartbeatAt = needs.clock.now() + heartbeatEveryMs;
  const parts = inParts(listeners.all());
  for (const [place, present] of parts.entries()) {
    if (place > 0) await pause(needs.clock, heartbeatEveryMs / parts.length);
    if (state.isClosed) return;
    for (const listener of present) listeners.write(listener, ': still here\n\n');
  }
}

async function sendChangesOf({ needs, listeners }: State, all: string[]): Promise<void> {
  for (const userIds of inParts(all)) {
    const present = await needs.changes(userIds.map((userId) => ({ userId, known: listeners.knownOf(userId) })));
    for (const [userId, now] of present)
      for (const listener of listeners.of(userId)) sendChanges(listeners, listener, now);
  }
}

function sendChanges(listeners: Listeners, listener: Listener, now: Fingerprint): void {
  const [before, present] = [listener.known?.split('|'), now.split('|')];
  listener.known = now;
  // The first poll sends every event, because something may have changed since the screen read its data.
  const due = eventNames.filter((_, place) => before?.[place] !== present[place]);
  if (due.length === 0) return;
  const id = `id: ${Buffer.from(now).toString('base64url')}\n`;
  // One write for all of them: most of what a stream costs is the write.
  listeners.write(listener, due.map((name) => `${id}event: ${name}\ndata: {}\n\n`).join(''));
}

type Listeners = ReturnType<typeof createListeners>;

/** The open streams. A seller's ninth and a process's 10,001st close the oldest one. */
function createListeners() {
  const listeners = new Set<Listener>();
  /** The same by user, in the order in which they came. */
  const byUser = new Map<string, Set<Listener>>();

  const add = (listener: Listener) => {
    const own = byUser.get(listener.userId) ?? new Set();
    byUser.set(listener.userId, own.add(listener));
    listeners.add(listener);
  };
  const remove = (listener: Listener): boolean => {
    const own = byUser.get(listener.userId);
    own?.delete(listener);
    if (own?.size === 0) byUser.delete(listener.userId);
    return listeners.delete(listener);
  };
  const drop = (listener: Listener) => {
    if (remove(listener)) listener.output.end();
  };
  const write = (listener: Listener, text: string) => {
    if (!listeners.has(listener)) return;
    if (listener.output.writableLength <= mostUnread) return void listener.output.write(text);
    remove(listener);
    // An end would wait for the browser to read, and keep the connection as long as it doesn't.
    listener.output.destroy();
  };
  const makeRoom = (userId: string) => {
    const own = [...(byUser.get(userId) ?? [])];
    for (const oldest of own.slice(0, Math.max(0, own.length - mostListenersOfUser + 1))) drop(oldest);
    const [oldest] = listeners;
    if (listeners.size >= mostListeners && oldest) drop(oldest);
  };

  return {
    all: (): Listener[] => [...listeners],
    users: (): string[] => [...byUser.keys()],
    of: (userId: string): Iterable<Listener> => byUser.get(userId) ?? [],
    /** What all listeners of a user know; null if they don't know the same. */
    knownOf(userId: string): Fingerprint | null {
      const [first, ...others] = byUser.get(userId) ?? [];
      return first !== undefined && others.every(({ known }) => known === first.known) ? first.known : null;
    },
    count: (): number => listeners.size,
    drop,
    write,
    remove,
    open(listener: Listener): void {
      makeRoom(listener.userId);
      add(listener);
      write(listener, 'retry: 3000\n: connected\n\n');
    },
  };
}

/**
 * Sends the reply's head and then the stream on the connection itself. A web stream in between would need 7 KB more for each
 * listener, and more garbage for each event.
 */
export function streamOn(outgoing: ServerResponse, reply: Response, begin: BeginStream): Response {
  outgoing.writeHead(reply.status, [...reply.headers].flat());
  // Without a listener, a write to a connection that closes at this moment would end the process.
  outgoing.on('error', () => {});
  // A browser that has gone in the meantime closes nothing later.
  if (!outgoing.destroyed) outgoing.once('close', begin(outgoing));
  return RESPONSE_ALREADY_SENT;
}

/** The same as a reply with a body, for a request that came without a connection. */
export function streamInBody(reply: Response, begin: BeginStream): Response {
  const encoder = new TextEncoder();
  let leave = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(stream) {
        leave = begin({
          write: (text) => stream.enqueue(encoder.encode(text)),
          end: () => stream.close(),
          destroy: () => stream.error(new Error('The listener left too much unread.')),
          get writableLength() {
            return -(stream.desiredSize ?? 0);
          },
        });
      },
      cancel: () => leave(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  return new Response(body, { status: reply.status, headers: reply.headers });
}

/**
 * null for anything that isn't the id of an event. The listener then gets every event. The text goes to the database with those of
 * others, so it may have no character that PostgreSQL refuses.
 */
function readId(id: string | null): Fingerprint | null {
  if (id === null || id.length > 2_000) return null;
  const text = Buffer.from(id, 'base64url').toString();
  return text.split('|').length === eventNames.length && /^[\x20-\x7e]*$/.test(text) ? text : null;
}
