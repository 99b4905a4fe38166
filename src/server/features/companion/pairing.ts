// Pairs browsers by a code, renews their tokens, and removes them; and what all calls of the companion work with.

import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import type { BotStatus } from '#contract/bot/bot.ts';
import type { CompanionNextReply } from '#contract/companion/extension.ts';
import { pairingCode } from '#contract/fields.ts';
import type { ClientInfo, CompanionCaller } from '#contract/route.ts';
import { codeLifeMs, isAwake, mostCompanions, tokenLifeMs } from '#domain/companion.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { Signals } from '#domain/ports/signals.ts';
import { hashToken, newToken } from '../make-token.ts';
import {
  countCompanions,
  findByToken,
  insertCompanion,
  listCompanions,
  promoteToken,
  removeCompanion,
  removeCompanions,
  saveCode,
  saveNextToken,
  takeCode,
} from './store.ts';

type State = z.output<typeof CompanionNextReply>['state'];
/** What the companion shows, besides what this feature knows. */
export type CompanionView = Omit<State, 'isStandingBy' | 'nextShareAt' | 'renewsSession'> & {
  nextShareAt: Instant | null;
  renewsSession: boolean;
};

/** What it shows of the bot. */
export const botInPopup = ({ nextShareTime, sharesToday, effectiveLimit, ...status }: BotStatus) => ({
  bot: status.state,
  pauseReason: status.pauseReason ?? null,
  isOnHold: status.heldByOperator === true,
  nextShareAt: nextShareTime === null ? null : Date.parse(nextShareTime),
  sharesToday,
  // The limit in force. After a warning it may be below what was shared before.
  dailyShareLimit: Math.max(effectiveLimit, sharesToday),
});

export type CompanionContext = {
  database: Database;
  clock: Clock;
  signals: Signals;
  /** Records in the security log that a browser was paired or removed. */
  record: (
    tx: Queryable,
    userId: string,
    event: { what: 'browser_paired' | 'browser_removed'; client: ClientInfo },
  ) => Promise<void>;
  /** Reads what other features know, for the companion's popup. */
  describe: (userId: string) => Promise<CompanionView>;
  onPaired: (userId: string) => Promise<void>;
  /** A browser that can carry calls is here: a bot that waits for one resumes. */
  onAwake: (userId: string) => Promise<void>;
  /** The browser is new, or its seller has signed in again at the marketplace or passed its human check. */
  onReadyAgain: (userId: string) => Promise<void>;
  isOnHold?: () => boolean;
  /** How a recording of the marketplace differs from what the connector expects; null if it is no recording. */
  summarizeRecording: (
    given: unknown,
  ) => Promise<{ confirmed: number; different: number; notSeen: number; report: string } | null>;
};

export const requestTopic = (userId: string): string => `companion ${userId}`;

const wrongCode =
  'That code doesn’t work. It’s mistyped, already used, or older than 10 minutes. Check it, or get a new one in Hangtag.';

export async function makeCode(
  { database, clock }: CompanionContext,
  userId: string,
): Promise<{ code: string; expiresAt: Instant }> {
  const code = Array.from({ length: pairingCode.length }, randomLetter).join('');
  const expiresAt = clock.now() + codeLifeMs;
  await saveCode(database, { userId, codeHash: hashToken(code), expiresAt });
  return { code, expiresAt };
}

/** Throws `code_rejected`, `too_many_browsers`. */
export async function pairBrowser(
  context: CompanionContext,
  { code, name }: { code: string; name: string },
  client: ClientInfo,
) {
  const { database, clock, record, onPaired, describe } = context;
  const now = clock.now();
  const token = newToken();
  const userId = await database.transaction(async (tx) => {
    const found = await takeCode(tx, hashToken(code), now);
    if (found === null) throw new Failure('code_rejected', wrongCode, { fields: { code: wrongCode } });
    if ((await countCompanions(tx, found)) >= mostCompanions) {
      const message = `You already have ${mostCompanions} paired browsers. Remove one in your profile, then get a new code.`;
      throw new Failure('too_many_browsers', message);
    }
    await insertCompanion(tx, { userId: found, name, tokenHash: hashToken(token), now });
    await record(tx, found, { what: 'browser_paired', client });
    return found;
  });
  await onPaired(userId);
  const { serverName, closet, marketplace } = await describe(userId);
  return { token, serverName, closet, marketplace };
}

/** The browser with this token. The first use of a new token ends the old one. */
export async function whichCompanion(
  { database, clock }: CompanionContext,
  token: string,
): Promise<CompanionCaller | null> {
  const tokenHash = hashToken(token);
  const found = await findByToken(database, tokenHash);
  if (found === null) return null;
  const { id, userId, isGuest, isNextToken } = found;
  if (isNextToken) await promoteToken(database, id, tokenHash, clock.now());
  return { id, userId, isGuest };
}

/**
 * A new token, if the present one is 30 days old. Only for the browser's newest poll: a browser ignores the token of an older
 * one, which would end the token that it keeps.
 */
export async function renewToken(
  { database, clock }: CompanionContext,
  { id }: CompanionCaller,
  { tokenSince, poll }: { tokenSince: Instant; poll: string },
): Promise<string | undefined> {
  if (clock.now() - tokenSince < tokenLifeMs) return undefined;
  const token = newToken();
  return (await saveNextToken(database, { id, poll, tokenHash: hashToken(token) })) ? token : undefined;
}

export async function listBrowsers({ database, clock }: CompanionContext, userId: string) {
  const now = clock.now();
  const found = await listCompanions(database, userId);
  return found.map(({ id, name, pairedAt, seenAt, state, isWorking }) => {
    const awake = isAwake({ seenAt }, now);
    return { id, name, pairedAt, lastSeenAt: seenAt, isAwake: awake, isWorking: awake && isWorking, state };
  });
}

/** Their open polls end at once, and so do codes for pairing another one. */
export async function removeAllBrowsers({ signals }: CompanionContext, tx: Queryable, userId: string): Promise<void> {
  await removeCompanions(tx, userId);
  await signals.send(tx, requestTopic(userId));
}

/** Its open poll ends at once, and a call that it carries now can't be answered anymore. */
export async function removeBrowser(
  { database, signals, record }: CompanionContext,
  userId: string,
  id: string,
  client: ClientInfo,
): Promise<void> {
  const isRemoved =
    isId(id) &&
    (await database.transaction(async (tx) => {
      if (!(await removeCompanion(tx, userId, id))) return false;
      await record(tx, userId, { what: 'browser_removed', client });
      await signals.send(tx, requestTopic(userId));
      return true;
    }));
  if (!isRemoved) throw new Failure('not_found', 'This browser has already been removed.');
}

const randomLetter = (): string => pairingCode.letters.charAt(randomInt(pairingCode.letters.length));
