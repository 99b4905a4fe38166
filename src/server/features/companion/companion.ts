// The face of the companion feature: paired browsers, and the relay that carries calls through them.
import type { ClientInfo, CompanionCaller, Gone } from '#contract/route.ts';
import { awakeMs, whyAway } from '#domain/companion.ts';
import { Failure } from '#domain/failure.ts';
import type { Carried, Carrier } from '#domain/ports/carrier.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { CompanionContext } from './pairing.ts';
import {
  listBrowsers,
  makeCode,
  pairBrowser,
  removeAllBrowsers,
  removeBrowser,
  renewToken,
  whichCompanion,
} from './pairing.ts';
import { type CompanionReport, createPolling } from './poll.ts';
import { answerTopic, carry } from './relay.ts';
import { dropOldRequests, readTimeLeft, saveAnswer } from './relay-store.ts';
import { dropStaleCodes, listCompanions, readSeenAt, touchCompanion } from './store.ts';

export { botInPopup, type CompanionView } from './pairing.ts';

export function createCompanion(context: CompanionContext) {
  const { database, clock, signals, describe, summarizeRecording } = context;
  const polling = createPolling(context);
  const seenAt = (userId: string) => readSeenAt(database, userId);

  return {
    makeCode: (userId: string) => makeCode(context, userId),
    pair: (ask: { code: string; name: string }, client: ClientInfo) => pairBrowser(context, ask, client),
    whichCompanion: (token: string) => whichCompanion(context, token),
    list: (userId: string) => listBrowsers(context, userId),
    remove: (userId: string, id: string, client: ClientInfo) => removeBrowser(context, userId, id, client),
    removeAll: (tx: Queryable, userId: string) => removeAllBrowsers(context, tx, userId),

    /** Waits for a call to carry. Throws `unauthenticated` if the browser is removed meanwhile. */
    next: (companion: CompanionCaller, report: CompanionReport, gone: Gone) =>
      polling.poll(companion, { report, gone }, async ({ request, isStandingBy, waitedMs, ...polled }) => {
        const token = await renewToken(context, companion, polled);
        const view = await describe(companion.userId);
        return { request, view, isStandingBy, waitedMs, ...(token !== undefined && { token }) };
      }),

    /** How long this browser may still answer this call, in ms; without an id: any call that it carries. 0: nobody waits for it. */
    async timeToAnswer({ id: companionId, userId }: CompanionCaller, id: string | undefined): Promise<number> {
      if (id !== undefined && !isRequestId(id)) return 0;
      return readTimeLeft(database, { userId, companionId, id: id ?? null });
    },

    /** Resolves to false if nobody waits for this answer anymore. */
    async answer({ id: companionId }: CompanionCaller, id: string, outcome: Carried): Promise<boolean> {
      if (!isRequestId(id)) return false;
      const isTaken = await database.transaction(async (tx) => {
        if (!(await saveAnswer(tx, { id, companionId, answer: outcome }))) return false;
        await signals.send(tx, answerTopic(id));
        return true;
      });
      await touchCompanion(database, companionId, clock.now());
      return isTaken;
    },

    async compareRecording(recording: unknown) {
      const compared = await summarizeRecording(recording);
      if (compared === null) throw new Failure('invalid_input', 'This isn’t a recording that this Hangtag can read.');
      return compared;
    },

    carrierOf: (sellerId: string): Carrier => ({ sellerId, carry: (request) => carry(context, sellerId, request) }),
    /** When a browser that can carry calls was last seen. */
    seenAt,
    async isAwake(userId: string): Promise<boolean> {
      const seen = await seenAt(userId);
      return seen !== null && clock.now() - seen < awakeMs;
    },
    whyAway: async (userId: string) => whyAway(await listCompanions(database, userId), clock.now()),
    /** For maintenance. */
    async forgetOld(): Promise<void> {
      await dropStaleCodes(database, clock.now());
      await dropOldRequests(database);
    },
    close: () => polling.close(),
  };
}

export type Companion = ReturnType<typeof createCompanion>;

/** PostgreSQL throws on other texts. */
const isRequestId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
