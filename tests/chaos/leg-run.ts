// What a leg works with while it runs, and what it finds.

import type { ShareKind } from '#domain/bot/bot.ts';
import type { Found, Ground } from './faults/ground.ts';
import type { Leg } from './legs.ts';
import type { Verdict } from './oracle/oracle.ts';
import type { Seller, SellerNotes } from './sellers.ts';
import type { World } from './world/world.ts';

export type RunningCount = {
  seconds: number;
  /** What the marketplace accepted. */
  shares: number;
  /** The time in which bots were neither stopped nor paused, all bots together. */
  botSeconds: number;
  /** The most memory of one program. */
  mostMb: number;
};

export type LegResult = Verdict & {
  done: Record<string, number>;
  seconds: number;
  starts: number;
  notes: SellerNotes;
  prices: number;
  stops: number;
  shortestPauseMs: number | null;
  slowestResumeMs: number;
  /** What the marketplace accepted, by kind. */
  kinds: Record<ShareKind, number>;
  /** Shares that a promotion made unknown; null without one. */
  doubted: number | null;
  found: Found;
  lostCommits: { before: number; after: number };
  /** Lines that are missing in the logs of programs, because nobody read them. */
  missedLines: number;
  /** Without and with faults; null if strikes are counted. */
  compared: { calm: RunningCount; stormy: RunningCount } | null;
};

export type Run = { random: () => number; say: (words: string) => void; signal?: AbortSignal };
export type Scene = Run & {
  leg: Leg;
  world: World;
  ground: Ground;
  sellers: readonly Seller[];
  over: { isOver: boolean };
};

export type Totals = Pick<LegResult, 'done' | 'slowestResumeMs' | 'compared' | 'violations'> & {
  /** When something was struck, and when it worked again; null if any number of shares may be unknown. */
  moments: number[] | null;
};
