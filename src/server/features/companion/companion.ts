// The face of the companion feature: paired browsers, and the relay that carries calls through them.
import type { ClientInfo, CompanionCaller, Gone } from '#contract/route.ts';
import type { BotState, PauseReason } from '#domain/bot/bot.ts';
import { awakeMs, type BrowserAway, type Transport, whyAway } from '#domain/companion.ts';
import { Failure } from '#domain/failure.ts';
import type { Carried, Carrier } from '#domain/ports/carrier.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { createPairing, type PairedBrowser, type PairingNeeds } from './pairing.ts';
import { type CompanionReport, createPolling, type PollNeeds } from './poll.ts';
import { answerTopic, createRelay } from './relay/relay.ts';
import { type ClaimedRequest, dropOldRequests, readTimeLeft, saveAnswer } from './relay/store.ts';
import { dropStaleCodes, freeWorkingPlace, listCompanions, readSeenAt, touchCompanion } from './store.ts';

/** What the companion shows, besides what this feature knows. */
export type CompanionView = {
  serverName: string;
  closet: string | null;
  marketplace: string;
  transport: Transport;
  bot: BotState;
  pauseReason: PauseReason | null;
  /** The operator holds all bots. */
  isOnHold: boolean;
  nextShareAt: Instant | null;
  sharesToday: number;
  dailyShareLimit: number;
  wantsSession: boolean;
  renewsSession: boolean;
};

export type NextReply = {
  request: ClaimedRequest | null;
  token?: string;
  view: CompanionView;
  isStandingBy: boolean;
  waitedMs: number;
};

/** How a recording of the marketplace differs from what the connector expects. */
type Compared = { confirmed: number; different: number; notSeen: number; report: string };

export type Companion = {
  makeCode(userId: string): Promise<{ code: string; expiresAt: Instant }>;
  /** Throws `code_rejected`, `too_many_browsers`. */
  pair(
    ask: { code: string; name: string },
    client: ClientInfo,
  ): Promise<{ token: string } & Pick<CompanionView, 'serverName' | 'closet' | 'marketplace'>>;
  whichCompanion(token: string): Promise<CompanionCaller | null>;
  list(userId: string): Promise<PairedBrowser[]>;
  /** Throws `not_found`. */
  remove(userId: string, id: string, client: ClientInfo): Promise<void>;
  removeAll(tx: Queryable, userId: string): Promise<void>;
  /** Waits for a call to carry. Throws `unauthenticated` if the browser is removed meanwhile. */
  next(companion: CompanionCaller, report: CompanionReport, gone: Gone): Promise<NextReply>;
  /** How long this browser may still answer this call, in ms; without an id: any call that it carries. 0: nobody waits for it. */
  timeToAnswer(companion: CompanionCaller, id: string | undefined): Promise<number>;
  /** Resolves to false if nobody waits for this answer anymore. */
  answer(companion: CompanionCaller, id: string, outcome: Carried): Promise<boolean>;

  /** Throws `invalid_input` if it is no recording. */
  compareRecording(recording: unknown): Promise<Compared>;

  /** Carries this seller's calls to the marketplace. */
  carrierOf(userId: string): Carrier;
  /** When a browser that can carry calls was last seen. */
  seenAt(userId: string): Promise<Instant | null>;
  isAwake(userId: string): Promise<boolean>;
  /** Why no browser of this seller carries calls. */
  whyAway(userId: string): Promise<BrowserAway>;
  /** For maintenance. */
  forgetOld(): Promise<void>;
  /** Ends the open polls. */
  close(): void;
};

/** `describe` reads what other features know, for the companion's popup. `onPaired` is called when a browser has been paired. */
export function createCompanion({
  describe,
  onPaired,
  summarizeRecording,
  ...needs
}: PairingNeeds &
  PollNeeds & {
    describe: (userId: string) => Promise<CompanionView>;
    onPaired: (userId: string) => Promise<void>;
    /** null if it is no recording. */
    summarizeRecording: (given: unknown) => Promise<Compared | null>;
  }): Companion {
  const { database, clock, signals } = needs;
  const pairing = createPairing(needs);
  const polling = createPolling(needs);
  const carryFor = createRelay({
    database,
    signals,
    onIgnored: (userId) => freeWorkingPlace(database, userId, clock.now() - awakeMs),
  });
  const seenAt = (userId: string) => readSeenAt(database, userId);

  return {
    ...pairing,
    async pair(ask, client) {
      const { token, userId } = await pairing.pair(ask, client);
      await onPaired(userId);
      const { serverName, closet, marketplace } = await describe(userId);
      return { token, serverName, closet, marketplace };
    },

    async next(companion, report, gone) {
      return polling.poll(companion, { report, gone }, async ({ request, isStandingBy, waitedMs, ...polled }) => {
        const token = await pairing.renewToken(companion, polled);
        const view = await describe(companion.userId);
        return { request, view, isStandingBy, waitedMs, ...(token !== undefined && { token }) };
      });
    },

    async timeToAnswer({ id: companionId, userId }, id) {
      if (id !== undefined && !isRequestId(id)) return 0;
      return readTimeLeft(database, { userId, companionId, id: id ?? null });
    },

    async answer({ id: companionId }, id, outcome) {
      if (!isRequestId(id)) return false;
      const isTaken = await database.transaction(async (tx) => {
        if (!(await saveAnswer(tx, { id, companionId, answer: outcome }))) return false;
        await signals.send(tx, answerTopic(id));
        return true;
      });
      await touchCompanion(database, companionId, clock.now());
      return isTaken;
    },

    async compareRecording(recording) {
      const compared = await summarizeRecording(recording);
      if (compared === null) throw new Failure('invalid_input', 'This isn’t a recording that this Hangtag can read.');
      return compared;
    },

    carrierOf: (sellerId) => ({ sellerId, carry: carryFor(sellerId) }),
    seenAt,
    async isAwake(userId) {
      const seen = await seenAt(userId);
      return seen !== null && clock.now() - seen < awakeMs;
    },
    whyAway: async (userId) => whyAway(await listCompanions(database, userId), clock.now()),
    async forgetOld() {
      await dropStaleCodes(database, clock.now());
      await dropOldRequests(database);
    },
    close: () => polling.close(),
  };
}

/** PostgreSQL throws on other texts. */
const isRequestId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
