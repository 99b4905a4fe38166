// What tests of the backoff have in common: a calm bot, and its reaction to a failed call.
import type { MarketFailure } from '../ports/marketplace.ts';
import { type Facts, type Operation, reactTo } from './backoff.ts';
import { type Backoff, noBackoff } from './limit/warnings.ts';

export const now = Date.parse('2026-11-23T12:00:00Z');
export const secondMs = 1000;
const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const calm: Facts = {
  now,
  day: '2026-11-23',
  dayEndsAt: now + 12 * hourMs,
  confirmed24h: 100,
  activeListings: 60,
  marketplace: 'Poshmark',
  hasPassword: true,
  alreadyRetried: false,
};
export type Kind = MarketFailure['kind'];
type Given = {
  operation?: Operation;
  backoff?: Partial<Backoff>;
  facts?: Partial<Facts>;
  said?: Partial<MarketFailure>;
};
export const react = (kind: Kind, { operation = 'share', backoff = {}, facts = {}, said = {} }: Given = {}) =>
  reactTo({
    result: { kind, message: 'Words of the marketplace', ...said },
    operation,
    backoff: { ...noBackoff, ...backoff },
    facts: { ...calm, ...facts },
  });
/** A reaction in one line: what and why, in how many seconds, and the outcomes for the share and the listing. */
export const reactionTo = (kind: Kind, given?: Given): string => {
  const { reaction } = react(kind, given);
  const until = reaction.kind === 'wait' ? reaction.until : reaction.kind === 'pause' ? reaction.resumesAt : null;
  const parts = [
    reaction.kind,
    reaction.kind === 'pause' ? reaction.reason : '',
    until === null ? '' : `${(until - now) / secondMs}s`,
    reaction.outcome ?? '',
    reaction.listing === 'none' ? '' : reaction.listing,
  ];
  return parts.filter((part) => part !== '').join(' ');
};
