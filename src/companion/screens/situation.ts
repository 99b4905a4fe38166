// Decides which state the popup shows.

import { openQuestions } from '../allow/bounds.ts';
import { type Situation, situations } from '../messages/screens.ts';
import type { Remembered } from '../platform/memory.ts';

export type SituationName = keyof typeof situations;

/** The most important first: what stops everything, what needs the seller, and then what is in progress. */
export function situationOf(known: Remembered, mayUseMarket: boolean, now: number): SituationName {
  const { asked, attention, contact, doing, isPaused, pairing, server, unpaired } = known;
  if (pairing === undefined) return unpaired?.because === 'revoked' ? 'revoked' : 'notPaired';
  if (contact?.kind === 'other_version') return contact.older === 'server' ? 'oldServer' : 'oldCompanion';
  if (isPaused) return 'paused';
  if (openQuestions(asked, now).length > 0) return 'asks';
  if (!mayUseMarket) return 'noPermission';
  if (attention !== undefined) return attention.kind === 'signed_out' ? 'signedOut' : 'humanCheck';
  if (contact?.kind === 'unreachable') return 'unreachable';
  if (contact?.kind === 'refused') return 'refused';
  if (contact === undefined || server === undefined) return 'connecting';
  // During a hold, neither the server nor another browser shares. A bot that doesn't run has a reason of its own.
  if (server.isOnHold && server.bot !== 'paused' && server.bot !== 'stopped') return 'onHold';
  if (server.transport === 'server') return 'serverWorks';
  if (server.isStandingBy) return 'standingBy';
  if (server.bot === 'paused') return 'botPaused';
  if (server.bot === 'stopped') return 'stopped';
  return server.bot === 'sharing' || doing?.call === 'share' ? 'sharing' : 'waiting';
}

export const situation = (name: SituationName): Situation => situations[name];
