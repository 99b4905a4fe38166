// What calls may cost: how often they are answered, how large and how slow a body may be, and how many wait in line.
export type Rate = { most: number; withinMs: number };

/** How many calls of a budget run at a time, and how many wait. Those that wait take turns by account. */
export type Concurrency = {
  atOnce: number;
  ofAccount: number;
  waiting: number;
  waitingOfAccount: number;
  /** After this time a call keeps no slot from others: it mostly waits, perhaps for a slow browser of its seller. */
  longestMs?: number;
};

export type Cost = {
  /** Rows of one budget are counted together. */
  budget: string;
  /** Of one account. A guest has a quarter. null: the row knows no account. */
  account: Rate | null;
  /** Of one client address. */
  client: Rate;
  /** Of one client address, too: what one household never does at once, and a script does. */
  burst?: Rate;
  /** Of all clients together; null: no limit beyond those of accounts and clients. */
  installation: Rate | null;
  /** `calls`: each counts, in the process that it reached. `accepted`: those with valid input count, over all processes. */
  counts: 'calls' | 'accepted';
  /**
   * The largest body in bytes, the bytes per second that a sender needs after the first five seconds, and how many values it may have:
   * a megabyte of small ones takes a second of everybody's time.
   */
  body: { most: number; leastPerSecond: number; mostValues: number };
  /** null: a call is cheap, and none waits. */
  concurrency: Concurrency | null;
  /** Counts in its own budget only, and not in the general one of all reads or writes. */
  isApart?: true;
  /**
   * Rows are stored. A full account loses its older history, and if that is not enough, it is refused. What an account stores is
   * summed up before each call that stores much. `log`: only entries of its log are stored, and it is never refused.
   */
  stores?: Stored;
  /** Without a linked closet, it is refused before it is counted: connecting one helps, and waiting doesn't. */
  needsCloset?: true;
  /** What a refusal says before "Try again in ...". */
  refusal: string;
};

export type Stored = 'log' | 'little' | 'much';

const minuteMs = 60_000;
export const perMinute = /* @__NO_SIDE_EFFECTS__ */ (most: number): Rate => ({ most, withinMs: minuteMs });
export const perQuarterHour = /* @__NO_SIDE_EFFECTS__ */ (most: number): Rate => ({ most, withinMs: 15 * minuteMs });
export const perHour = /* @__NO_SIDE_EFFECTS__ */ (most: number): Rate => ({ most, withinMs: 60 * minuteMs });

/** A guest's part of what an account may do. */
export const guestPart = 4;

const tooMany = 'That was too much at once.';
/** Forms send a few hundred bytes. At 2 KB per second, the largest body needs less than a minute. 500 listings are the most values. */
const usualBody = { most: 100_000, leastPerSecond: 2_000, mostValues: 5_000 };

/**
 * An open dashboard makes about 70 reads a minute while a bot shares at the usual pace: two for each share, and those of its
 * polls. So a seller may have eight open at once, a guest of the demo two, and a household that shares an address 17.
 */
export const reads: Cost = {
  budget: 'reads',
  account: perMinute(600),
  client: perMinute(1_200),
  installation: null,
  counts: 'calls',
  body: usualBody,
  concurrency: null,
  refusal: tooMany,
};

export const writes: Cost = { ...reads, budget: 'writes', account: perMinute(120), client: perMinute(240) };

/** What is counted over all processes of the installation. */
export const scarce: Cost = { ...writes, counts: 'accepted' };

/** Each may send a password to the marketplace, which locks accounts that try too often. */
export const marketSignIns: Cost = {
  ...scarce,
  budget: 'marketplace sign-ins',
  account: perQuarterHour(5),
  client: perQuarterHour(10),
  installation: perQuarterHour(120),
  refusal: 'Too many sign-ins in a row can get a closet locked.',
};

/** For callers without an account. */
export const publicWrites: Cost = { ...writes, account: null };

/**
 * Calls that compute for a while. Three concurrency stay free for other accounts, however much one account asks for. The screen that
 * analyzes many listings paces itself below that (`bulk/analyze-many.ts`). They are counted apart, because most are POST, and analyzing
 * a closet must not use up the writes that Stop Bot needs.
 */
export const heavyReads: Cost = {
  ...reads,
  isApart: true,
  budget: 'heavy reads',
  account: perMinute(60),
  client: perMinute(120),
  concurrency: { atOnce: 5, ofAccount: 2, waiting: 200, waitingOfAccount: 40 },
};
