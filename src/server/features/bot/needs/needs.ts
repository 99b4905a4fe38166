// What the bot gets from the program, and what all its rooms get of the bot.

import type { ActivityLog } from '#domain/activity.ts';
import type { FindHold } from '#domain/bot/hold.ts';
import type { Span } from '#domain/bot/schedule/schedule.ts';
import type { BrowserAway } from '#domain/companion.ts';
import type { Clock, HostClocks, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { Vault } from '#domain/ports/vault.ts';
import type { Closet } from '../../closet/closet.ts';
import type { Listings } from '../../listings/listings.ts';
import type { NotifyDevices } from '../../notices/notices.ts';
import type { Parties } from '../../parties/parties.ts';
import type { Breaker } from '../breaker/breaker.ts';
import type { LeaseTimes } from '../lease/lease.ts';
import type { Ledger, ShareTimes } from '../ledger/ledger.ts';
import type { BotLog, Measure, NotifySeller } from '../reports/reports.ts';

/** How long a lease lasts and when it is renewed, how often to look for due bots, and the least time between commits. */
export type WorkerTimes = ShareTimes & LeaseTimes & { claimEveryMs: number; commitEveryMs: number };

export type BotNeeds = {
  database: Database;
  clock: Clock;
  /** These show a worker that its host was asleep. */
  host: HostClocks;
  /** With it, the leases of killed processes on this machine end within a moment. `lives`: true for a process of another machine. */
  processes: { readonly self: string; lives(identity: string): boolean } | undefined;
  closet: Closet;
  listings: Listings;
  /** The listings that an experiment shares once a day now. */
  onceADay: (userId: string) => Promise<number[]>;
  parties: Pick<Parties, 'store' | 'known' | 'eligible'>;
  /** Hashes the ids of people who are shared back, and of their listings. Hangtag stores no ids of them. */
  vault: Pick<Vault, 'hasherFor'>;
  activity: ActivityLog;
  queue: Queue;
  /** Mail is configured, so a pause that needs the seller is mailed. */
  mails: boolean;
  notifyDevices: NotifyDevices;
  random: () => number;
  /** Mean of the pause between two shares, in ms. */
  meanPauseMs: number;
  /** While the operator holds all bots, none is claimed, none shares, and no offer goes out. From memory. */
  findHold: FindHold;
  /** How old the last reading of a closet may be when a round begins. */
  closetMaxAgeMs: number;
  /** When this computer was asleep or off since then; null: not known, or the bot was paused in between. */
  offSince: (userId: string, since: Instant) => Promise<readonly Span[] | null>;
  /** The disk is so full that bots have to wait. From memory. */
  isDiskFull: () => boolean;
  /** When a paired browser of this seller that can carry calls was last seen. */
  browserSeenAt: (userId: string) => Promise<Instant | null>;
  whyBrowserAway: (userId: string) => Promise<BrowserAway>;
  /** This process runs no worker, so sellers must read it if no other process runs one. */
  needsWorkers: boolean;
  measure: Measure;
  log: BotLog;
  /** Shorter times, for tests. */
  times?: Partial<WorkerTimes> | undefined;
  /** Replaces the worker's ledger, for benchmarks that measure the cost of safety. */
  ledger?: Ledger;
};

export type BotContext = BotNeeds & {
  breaker: Breaker;
  notifySeller: NotifySeller;
  /** Makes the workers of this process look for due bots at once. */
  wakeWorkers(): void;
};
