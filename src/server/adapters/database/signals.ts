// Signals between processes, by PostgreSQL's LISTEN and NOTIFY on one connection per process.

import type pg from 'pg';
import type { Listening, Signals } from '#domain/ports/signals.ts';
import type { Log } from '../log/log.ts';
import { connectionTo, heartbeat } from './servers.ts';

const channel = 'hangtag';
/** How often listeners poll on their own while there is no connection, or a pooler drops notifications. */
const pollAnywayMs = 1_000;
/** Sent on a new connection and with each beat, to learn whether notifications arrive at all. */
const echo = 'echo';
const connectMs = 5_000;

type Options = {
  url: string;
  log: Pick<Log, 'warn'>;
  beatMs: number;
  /** How long an answer may take before the connection counts as lost. */
  answerMs: number;
  reconnectMs: number;
};

type State = Options & {
  /** Who listens to each topic. */
  readonly topics: Map<string, Set<() => void>>;
  client: pg.Client | null;
  /** Whether the last echo came back. If it did, listeners wait for signals and don't poll on their own. */
  isHeard: boolean;
  /** The next beat, or the next try to connect. */
  next: NodeJS.Timeout | undefined;
  isClosed: boolean;
};

/**
 * Connects in the background and again after a loss. A new connection wakes all listeners, because it may have missed a signal.
 * With each beat, the connection sends itself an echo. Without it, nothing would show that the database's machine has died: such a
 * machine closes no connection, and this one carries no other queries.
 */
export function openSignals(needs: Pick<Options, 'url' | 'log'> & Partial<Options>): Signals {
  const { beatMs = heartbeat.beatMs, answerMs = heartbeat.answerMs, reconnectMs = 1_000, url, log } = needs;
  const options = { url, log, beatMs, answerMs, reconnectMs };
  const state: State = {
    ...options,
    topics: new Map(),
    client: null,
    isHeard: false,
    next: undefined,
    isClosed: false,
  };
  const connecting = connect(state);
  return {
    async send(db, topic) {
      await db.query('select pg_notify($1, $2)', [channel, topic]);
    },
    listen: (topic) => listenTo(state.topics, topic, () => state.isHeard),
    async close() {
      state.isClosed = true;
      clearTimeout(state.next);
      await connecting;
      await state.client?.end().catch(() => {});
      wakeAll(state);
    },
  };
}

async function connect(state: State): Promise<void> {
  const { Client, connectionString } = connectionTo(state.url);
  const client = new Client({
    connectionString,
    application_name: 'hangtag signals',
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    query_timeout: state.answerMs,
  });
  state.client = client;
  client.on('error', (error) => lose(state, client, error));
  client.on('notification', ({ payload = '' }) => {
    if (payload === echo) state.isHeard = true;
    for (const wake of state.topics.get(payload) ?? []) wake();
  });
  try {
    await client.connect();
    // Not before: a connection that can't be made ends as well, and only the error says why.
    client.on('end', () => lose(state, client));
    await client.query(`listen ${channel}`);
    await beat(state, client);
    wakeAll(state);
  } catch (error) {
    await giveUp(state, client, error);
  }
}

async function beat(state: State, client: pg.Client): Promise<void> {
  state.isHeard = false;
  await client.query('select pg_notify($1, $2)', [channel, echo]);
  if (state.client !== client || state.isClosed) return;
  state.next = setTimeout(() => {
    beat(state, client).catch((error: unknown) => giveUp(state, client, error));
  }, state.beatMs);
}

async function giveUp(state: State, client: pg.Client, error: unknown): Promise<void> {
  lose(state, client, error instanceof Error ? error : undefined);
  await client.end().catch(() => {});
}

function lose(state: State, client: pg.Client, error?: Error): void {
  if (state.client !== client) return;
  state.client = null;
  state.isHeard = false;
  clearTimeout(state.next);
  if (state.isClosed) return;
  state.log.warn({ error: error?.message ?? 'The connection ended' }, 'Signal connection lost');
  wakeAll(state);
  state.next = setTimeout(() => void connect(state), state.reconnectMs);
}

function wakeAll({ topics }: State): void {
  for (const listeners of topics.values()) for (const wake of listeners) wake();
}

function listenTo(topics: Map<string, Set<() => void>>, topic: string, isHeard: () => boolean): Listening {
  let isSignaled = false;
  let resume: (() => void) | null = null;
  const wake = () => {
    isSignaled = true;
    resume?.();
  };
  topics.set(topic, (topics.get(topic) ?? new Set()).add(wake));
  return {
    async next(ms) {
      if (!isSignaled && ms > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, isHeard() ? ms : Math.min(ms, pollAnywayMs));
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        resume = null;
      }
      const mayLook = isSignaled || !isHeard();
      isSignaled = false;
      return mayLook;
    },
    wake,
    end() {
      const listeners = topics.get(topic);
      listeners?.delete(wake);
      if (listeners?.size === 0) topics.delete(topic);
      wake();
    },
  };
}
