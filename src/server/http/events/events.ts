// Live updates: server-sent events that say what is out of date on open screens.
import { eventNames } from '#contract/activity/activity.ts';
import { type Clock, type Instant, sleep } from '#domain/ports/clock.ts';
import {
  addListener,
  type BeginStream,
  endListener,
  type Fingerprint,
  knownOf,
  type Listener,
  type Listeners,
  noListeners,
  removeListener,
  writeTo,
} from './listeners.ts';

/** The current fingerprints of those users whose fingerprint isn't the known one. */
export type Changes = (
  asks: readonly { userId: string; known: Fingerprint | null }[],
) => Promise<Map<string, Fingerprint>>;

const pollEveryMs = 700;
/**
 * Each part is followed by a rest of this many times as long, which leaves the process and the database to calls. All 10,000
 * sellers take a second on two cores, and with one rest at the end, calls waited up to that second.
 */
const restFactor = 2;
/** Thousands in one turn of the event loop would keep every other call of this process waiting. */
const mostInPart = 250;
const heartbeatEveryMs = 20_000;
/** A stream outlives the end of its session by at most this much, or by one pass over everyone if that takes longer. */
const checkSessionsEveryMs = 2_000;

const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / mostInPart) }, (_, n) => all.slice(n * mostInPart, (n + 1) * mostInPart));

type State = {
  readonly changes: Changes;
  readonly signedOutOf: (tokens: string[]) => Promise<Set<string>>;
  readonly clock: Clock;
  readonly warn: (fields: object, message: string) => void;
  readonly listeners: Listeners;
  /** null while no poll is planned. */
  cancelPoll: (() => void) | null;
  isPolling: boolean;
  /** They are asked about at once, so that their screens rarely read anything before their first events and then again. */
  readonly newcomers: Set<Listener>;
  /** The parts of everyone that this pass hasn't asked about yet. */
  parts: string[][];
  /** Whether this pass also asks whose session has ended. */
  checksSessions: boolean;
  passBeganAt: Instant;
  /** When the next part is asked about. */
  partAt: Instant;
  heartbeatAt: Instant;
  checkSessionsAt: Instant;
  isClosed: boolean;
};

/** One poll of the database serves all listeners, and there is one at a time. Without listeners there is none. */
export function createEvents(needs: Pick<State, 'changes' | 'signedOutOf' | 'clock' | 'warn'>) {
  const listeners = noListeners();
  const state: State = {
    ...needs,
    listeners,
    cancelPoll: null,
    isPolling: false,
    newcomers: new Set(),
    parts: [],
    checksSessions: false,
    passBeganAt: 0,
    partAt: 0,
    heartbeatAt: 0,
    checkSessionsAt: 0,
    isClosed: false,
  };
  return {
    /** Adds a listener. `lastEventId` is what the browser saw last: changes since then are sent at once. */
    connect:
      (userId: string, { lastEventId, token }: { lastEventId: string | null; token: string }): BeginStream =>
      (output) =>
        listen(state, { userId, token, known: readId(lastEventId), output }),
    count: (): number => listeners.all.size,
    close(): void {
      state.isClosed = true;
      state.cancelPoll?.();
      for (const listener of [...listeners.all]) endListener(listeners, listener);
    },
  };
}

export type Events = ReturnType<typeof createEvents>;

/** Returns a function that ends the stream for a browser that has gone. */
function listen(state: State, listener: Listener): () => void {
  const { clock, listeners, newcomers } = state;
  if (state.isClosed) listener.output.end();
  else addListener(listeners, listener);
  if (listeners.all.size === 1) state.heartbeatAt = clock.now() + heartbeatEveryMs;
  newcomers.add(listener);
  // After a restart all browsers come back at once. Those that come during a poll share the next one.
  if (!state.isPolling) planPoll(state);
  return () => {
    newcomers.delete(listener);
    removeListener(listeners, listener);
  };
}

function planPoll(state: State): void {
  const { clock, listeners, newcomers } = state;
  state.cancelPoll?.();
  state.cancelPoll = null;
  if (state.isClosed || listeners.all.size === 0) return;
  const at = newcomers.size > 0 ? clock.now() : state.partAt;
  state.cancelPoll = clock.at(at, () => void poll(state));
}

/** Asks about those who have just come and, when it is due, about the next part of everyone. */
async function poll(state: State): Promise<void> {
  const { clock, newcomers, warn } = state;
  state.cancelPoll = null;
  state.isPolling = true;
  const begunAt = clock.now();
  const isDue = begunAt >= state.partAt;
  const part = isDue ? nextPart(state) : [];
  const userIds = new Set([...[...newcomers].map(({ userId }) => userId), ...part]);
  newcomers.clear();
  try {
    if (state.checksSessions) await dropSignedOut(state, part);
    if (begunAt >= state.heartbeatAt) void heartbeat(state);
    await sendChangesOf(state, [...userIds]);
  } catch (error) {
    warn({ error }, 'Live update poll failed');
  }
  state.isPolling = false;
  if (isDue) {
    const restedAt = clock.now() + restFactor * (clock.now() - begunAt);
    state.partAt = state.parts.length > 0 ? restedAt : Math.max(state.passBeganAt + pollEveryMs, restedAt);
  }
  planPoll(state);
}

function nextPart(state: State): string[] {
  const { byUser } = state.listeners;
  if (state.parts.length === 0) {
    const now = state.clock.now();
    state.parts = inParts([...byUser.keys()]);
    state.passBeganAt = now;
    state.checksSessions = now >= state.checkSessionsAt;
    if (state.checksSessions) state.checkSessionsAt = now + checkSessionsEveryMs;
  }
  // Some may have left since the pass began.
  return (state.parts.shift() ?? []).filter((userId) => byUser.has(userId));
}

async function dropSignedOut({ signedOutOf, listeners }: State, userIds: string[]): Promise<void> {
  const present = userIds.flatMap((userId) => [...(listeners.byUser.get(userId) ?? [])]);
  if (present.length === 0) return;
  const ended = await signedOutOf([...new Set(present.map(({ token }) => token))]);
  for (const listener of present) if (ended.has(listener.token)) endListener(listeners, listener);
}

/**
 * One part after the other until the next heartbeat: 10,000 of them at once take a third of a second. A new listener gets its first
 * one after 40 s at most.
 */
async function heartbeat(state: State): Promise<void> {
  const { clock, listeners } = state;
  state.heartbeatAt = clock.now() + heartbeatEveryMs;
  const parts = inParts([...listeners.all]);
  for (const [index, present] of parts.entries()) {
    if (index > 0) await sleep(clock, heartbeatEveryMs / parts.length);
    if (state.isClosed) return;
    for (const listener of present) writeTo(listeners, listener, ': still here\n\n');
  }
}

async function sendChangesOf({ changes, listeners }: State, all: string[]): Promise<void> {
  for (const userIds of inParts(all)) {
    const present = await changes(userIds.map((userId) => ({ userId, known: knownOf(listeners, userId) })));
    for (const [userId, now] of present)
      for (const listener of listeners.byUser.get(userId) ?? []) sendChanges(listeners, listener, now);
  }
}

function sendChanges(listeners: Listeners, listener: Listener, now: Fingerprint): void {
  const [before, present] = [listener.known?.split('|'), now.split('|')];
  listener.known = now;
  // The first poll sends every event, because something may have changed since the screen read its data.
  const due = eventNames.filter((_, index) => before?.[index] !== present[index]);
  if (due.length === 0) return;
  const id = `id: ${Buffer.from(now).toString('base64url')}\n`;
  // One write for all of them: most of what a stream costs is the write.
  writeTo(listeners, listener, due.map((name) => `${id}event: ${name}\ndata: {}\n\n`).join(''));
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
