// Rules for paired browsers, which carry a seller's calls to the marketplace.

import type { Instant } from './ports/clock.ts';

/** Through what the calls of a closet travel to the marketplace. */
export const transports = ['server', 'browser'] as const;
export type Transport = (typeof transports)[number];

/** What keeps a paired browser from using the marketplace. */
export const companionStates = ['ready', 'paused', 'signed_out', 'human_check', 'no_permission'] as const;
export type CompanionState = (typeof companionStates)[number];

export const codeLifeMs = 10 * 60_000;
export const tokenLifeMs = 30 * 24 * 3_600_000;
export const mostCompanions = 5;

/** A poll takes up to 25 s. A browser that was not seen for longer than this is asleep, or gone. */
export const awakeMs = 40_000;
/** With no browser seen for this long while a share is due, the bot waits for one. */
export const awayMs = 60_000;

export type CompanionSight = { id: string; state: CompanionState; seenAt: Instant | null; isWorking: boolean };

export const isAwake = ({ seenAt }: Pick<CompanionSight, 'seenAt'>, now: Instant): boolean =>
  seenAt !== null && now - seenAt < awakeMs;

/** A signed-out browser still carries calls, because only a call shows that the seller has signed in again. */
export const canCarry = ({ state }: Pick<CompanionSight, 'state'>): boolean =>
  state !== 'paused' && state !== 'no_permission';

/**
 * Whether this browser, which polls now, does the work: it is the working one already, or that one is asleep or can't carry
 * calls.
 */
export function mayWork(companions: readonly CompanionSight[], id: string, now: Instant): boolean {
  const own = companions.find((one) => one.id === id);
  if (own === undefined || !canCarry(own)) return false;
  const working = companions.find((one) => one.isWorking && one.id !== id);
  return working === undefined || !isAwake(working, now) || !canCarry(working);
}

/** Why no browser carries calls: none is paired, all are closed or asleep, or the seller has paused the one that is open. */
export const browserAways = ['none', 'asleep', 'paused', 'no_permission'] as const;
export type BrowserAway = (typeof browserAways)[number];

export function whyAway(companions: readonly CompanionSight[], now: Instant): BrowserAway {
  if (companions.length === 0) return 'none';
  const stopped = companions.find((one) => isAwake(one, now) && !canCarry(one));
  return stopped?.state === 'paused' || stopped?.state === 'no_permission' ? stopped.state : 'asleep';
}

/** What a bot does when a share is due. `seenAt` is of the last browser that can carry calls. */
type FoundBrowser = { kind: 'awake' } | { kind: 'check_again'; at: Instant } | { kind: 'lost' };

const checkAgainMs = 5_000;

export function findBrowser(seenAt: Instant | null, now: Instant): FoundBrowser {
  if (seenAt === null || now - seenAt >= awayMs) return { kind: 'lost' };
  if (now - seenAt < awakeMs) return { kind: 'awake' };
  return { kind: 'check_again', at: Math.min(now + checkAgainMs, seenAt + awayMs) };
}
