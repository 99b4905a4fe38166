/** Signals between processes, by PostgreSQL's LISTEN and NOTIFY on one connection per process. */
import type pg from 'pg';
import type { Listening, Signals } from '#domain/ports/signals.ts';
import type { Log } from '../log/log.ts';
import { connectionTo } from './servers.ts';

const channel = 'hangtag';
/** Without the connection, and behind a pooler that drops notifications, listeners look by themselves this often. */
const lookAnywayMs = 1_000;
/** Sent on a new connection and with each beat, to learn whether notifications arrive at all. */
const echo = 'echo';
const connectMs = 5_000;

/**
 * Connects in the background and again after a loss. A new connection wakes all listeners, because it may have missed a signal. It
 * sends itself an echo with each beat: a database whose machine has died closes no connection, and nobody else asks over this one.
 */
export function openSignals({
  url,
  log,
  beatMs = 10_000,
  answerMs = 5_000,
  reconnectMs = 1_000,
}: {
  url: string;
  log: Pick<Log, 'warn'>;
  beatMs?: number;
  /** How long an answer may take before the connection counts as lost. */
  answerMs?: number;
  reconnectMs?: number;
}): Signals {
  const topics = new Map<string, Set<() => void>>();
  let client: pg.Client | null = null;
  let isHeard = false;
  let next: NodeJS.Timeout | undefined;
  let isClosed = false;

  const wakeAll = () => {
    for (const listeners of topics.values()) for (const wake of listeners) wake();
  };
  const connect = async (): Promise<void> => {
    const { Client, connectionString } = connectionTo(url);
    const fresh = new Client({
      connectionString,
      application_name: 'hangtag signals',
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
    });
    const lose = (error?: Error) => {
      if (client !== fresh) return;
      client = null;
      isHeard = false;
      clearTimeout(next);
      if (isClosed) return;
      log.warn({ error: error?.message }, 'Signal connection lost');
      wakeAll();
      next = setTimeout(() => void connect(), reconnectMs);
    };
    const beat = async (): Promise<void> => {
      isHeard = false;
      await fresh.query('select pg_notify($1, $2)', [channel, echo]);
      if (client === fresh && !isClosed) next = setTimeout(() => void beat().catch(giveUp), beatMs);
    };
    const giveUp = async (error: unknown): Promise<void> => {
      lose(error instanceof Error ? error : undefined);
      await fresh.end().catch(() => {});
    };
    client = fresh;
    fresh.on('error', lose);
    fresh.on('end', () => lose());
    fresh.on('notification', ({ payload = '' }) => {
      if (payload === echo) isHeard = true;
      for (const wake of topics.get(payload) ?? []) wake();
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${channel}`);
      await beat();
      wakeAll();
    } catch (error) {
      await giveUp(error);
    }
  };
  const connecting = connect();

  return {
    async send(db, topic) {
      await db.query('select pg_notify($1, $2)', [channel, topic]);
    },
    listen: (topic) => listenTo(topics, topic, () => isHeard),
    async close() {
      isClosed = true;
      clearTimeout(next);
      await connecting;
      await client?.end().catch(() => {});
      wakeAll();
    },
  };
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
          const timer = setTimeout(resolve, isHeard() ? ms : Math.min(ms, lookAnywayMs));
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
