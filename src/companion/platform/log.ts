// The companion's own log: everything it did in the last seven days, kept in this browser only.

import type { Area } from './browser.ts';

/**
 * How one request ended. `status` is the marketplace's. `isClear`: the answer says that the call was done. `isRefused`: it proves that
 * the call was not done. Entries of earlier versions lack one or both.
 */
export type Outcome =
  | { kind: 'answered'; status: number; isClear?: boolean; isRefused?: boolean }
  | { kind: 'refused'; because: string }
  /** The seller is asked first. */
  | { kind: 'asked' }
  | { kind: 'not_sent'; because: 'no_tab' | 'paused' | 'too_late' }
  | { kind: 'cut' }
  | { kind: 'too_large' };

export type LogEntry =
  | { at: number; kind: 'call'; call: string; target: string | null; outcome: Outcome }
  | { at: number; kind: 'event'; event: LogEvent };

const logEvents = [
  'paired',
  'unpaired',
  'revoked',
  'paused',
  'resumed',
  'signed_out',
  'human_check',
  'solved',
  'session_sent',
  'session_renewed',
  'session_refused',
  'session_unanswered',
  'recorded',
  'recording_sent',
  'allowed',
  'denied',
  'log_cleared',
] as const;
export type LogEvent = (typeof logEvents)[number];

const hourMs = 3_600_000;
const keptMs = 7 * 24 * hourMs;
const prefix = 'log:';
/** So that a server in a loop can't fill the disk. */
const mostPerHour = 2000;

export type Log = {
  add(entry: LogEntry): Promise<void>;
  /** The newest first. */
  read(): Promise<LogEntry[]>;
  /** Leaves one entry that says so. */
  clear(): Promise<void>;
};

/** Each hour has a key of its own, because adding an entry rewrites everything under its key. */
export function openLog(local: Area, now: () => number): Log {
  const keys = async () => Object.keys(await local.get(null)).filter((key) => key.startsWith(prefix));
  const isOld = (key: string) => (Number(key.slice(prefix.length)) + 1) * hourMs <= now() - keptMs;
  // Over all pages and the worker: an entry that is added while another page clears the log would bring the old ones back.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => navigator.locks.request('log', async () => work());
  return {
    add: (entry) =>
      inTurn(async () => {
        const key = prefix + Math.floor(entry.at / hourMs);
        const known = (await local.get(key))[key];
        if (known === undefined) {
          const old = (await keys()).filter(isOld);
          if (old.length > 0) await local.remove(old);
        }
        const entries = Array.isArray(known) ? known : [];
        await local.set({ [key]: [...entries, entry].slice(-mostPerHour) });
      }),
    read: () =>
      inTurn(async () => {
        const all = await local.get(null);
        const entries = Object.entries(all).flatMap(([key, value]) =>
          key.startsWith(prefix) && !isOld(key) && Array.isArray(value) ? (value as LogEntry[]) : [],
        );
        return entries.filter(({ at }) => at > now() - keptMs).sort((one, other) => other.at - one.at);
      }),
    clear: () =>
      inTurn(async () => {
        await local.remove(await keys());
        const entry: LogEntry = { at: now(), kind: 'event', event: 'log_cleared' };
        await local.set({ [prefix + Math.floor(entry.at / hourMs)]: [entry] });
      }),
  };
}
