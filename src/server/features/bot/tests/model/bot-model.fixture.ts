// A model of the bot for tests of its state machine. It does not use the table of transitions.
import type { ShareKind } from '#domain/bot/bot.ts';
import { dayBounds, laterDay, shareDay } from '#domain/time.ts';

export const day = 24 * 3_600_000;

export type Model = {
  state: 'stopped' | 'waiting' | 'sharing' | 'paused' | 'waiting_for_browser';
  hasRound: boolean;
  /** In a pause: when it ends on its own, or that it waits for the seller. */
  pauseEnds: number | 'seller' | null;
  isCheck: boolean;
  owner: number | null;
  due: number | null;
  ownLimit: number;
  limit: number;
  resumesDaily: boolean;
  /** Whether it stopped at its limit, and when it starts again after that. */
  isAtLimit: boolean;
  startsAgainAt: number | null;
  gentleUntil: number;
  zone: string;
  guardedUntil: number;
  shareDay: string | null;
  shares: { at: number; day: string; counts: boolean; kind: ShareKind }[];
  tries: Map<string, number>;
  /** How often the owner has changed, and how often anyone except its workers has changed the row. */
  owners: number;
  changes: number;
};

/** A bot that was never started, with a limit of four shares a day. */
export const newModel = (): Model => ({
  state: 'stopped',
  hasRound: false,
  pauseEnds: null,
  isCheck: false,
  owner: null,
  due: null,
  ownLimit: 4,
  limit: 4,
  resumesDaily: false,
  isAtLimit: false,
  startsAgainAt: null,
  gentleUntil: 0,
  zone: 'UTC',
  guardedUntil: 0,
  shareDay: null,
  shares: [],
  tries: new Map(),
  owners: 0,
  changes: 0,
});

/** How often the important cases occurred: a sequence that never shares proves nothing. */
export const met = new Map<string, number>();
export const meet = (what: string): void => void met.set(what, (met.get(what) ?? 0) + 1);

export const today = (model: Model, now: number): string => laterDay(model.shareDay, shareDay(now, model.zone));
export const limitNow = (model: Model, now: number): number =>
  now < model.gentleUntil ? Math.max(Math.floor(model.ownLimit / 2), Math.min(model.ownLimit, 500)) : model.ownLimit;
export const onDay = (model: Model, which: string): number =>
  model.shares.filter((share) => share.counts && share.day === which).length;
export const ofKind = (model: Model, which: string, kind: ShareKind): number =>
  model.shares.filter((share) => share.counts && share.day === which && share.kind === kind).length;
const inWindow = (model: Model, now: number): number =>
  now < model.guardedUntil ? model.shares.filter((share) => share.counts && share.at > now - day).length : 0;
export const hasRoom = (model: Model, limit: number, now: number): boolean =>
  Math.max(onDay(model, today(model, now)), inWindow(model, now)) < limit;

/** When the limit has room again; null if it has room now. */
export const roomAgain = (model: Model, now: number): number | null => {
  const which = today(model, now);
  const byDay = onDay(model, which) < model.ownLimit ? now : dayBounds(which, model.zone).endsAt;
  const recent = model.shares.filter((share) => share.counts && share.at > now - day).map((share) => share.at);
  const oldestThatFills = recent.toSorted((a, b) => b - a)[model.ownLimit - 1];
  const isGuarded = now < model.guardedUntil && oldestThatFills !== undefined;
  const byGuard = isGuarded ? Math.min(oldestThatFills + day, model.guardedUntil) : now;
  return Math.max(byDay, byGuard) > now ? Math.max(byDay, byGuard) : null;
};
/** A start for the next day is planned if it was just requested, and moves with every change. */
export const plan = (model: Model, now: number, isNew: boolean): void => {
  if (model.state !== 'stopped' || !model.isAtLimit) return;
  const isWanted = model.resumesDaily && (isNew || model.startsAgainAt !== null);
  const before = model.startsAgainAt;
  model.startsAgainAt = isWanted ? (roomAgain(model, now) ?? before) : null;
  if (before === null && model.startsAgainAt !== null) meet('a start was planned');
  if (before !== null && model.startsAgainAt === null) meet('a planned start was called off');
  if (before !== null && model.startsAgainAt !== null && before !== model.startsAgainAt) meet('a planned start moved');
};
export const begin = (model: Model, now: number): void => {
  Object.assign(model, { state: 'waiting', isAtLimit: false, startsAgainAt: null, changes: model.changes + 1 });
  model.limit = limitNow(model, now);
  free(model, now);
};

export const free = (model: Model, due: number | null): void => {
  if (model.owner !== null) model.owners += 1;
  model.owner = null;
  model.due = model.state === 'stopped' ? null : model.state === 'paused' ? endOf(model) : due;
};
export const endOf = ({ pauseEnds }: Model): number | null => (typeof pauseEnds === 'number' ? pauseEnds : null);
export const halt = (model: Model): void => {
  Object.assign(model, { state: 'stopped', hasRound: false, pauseEnds: null, isCheck: false });
  free(model, null);
};
/** After a pause, or when a browser is back: a round that was open continues. */
export const unpause = (model: Model): void => {
  Object.assign(model, { state: model.hasRound ? 'sharing' : 'waiting', pauseEnds: null, isCheck: false });
};
