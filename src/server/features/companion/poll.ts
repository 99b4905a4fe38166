// Answers a paired browser's long poll: one call to carry, news for its popup, or nothing after 25 seconds.

import { randomUUID } from 'node:crypto';
import type { CompanionCaller, Gone } from '#contract/route.ts';
import { longestPollMs } from '#contract/schemas/companion.ts';
import { type CompanionState, canCarry, mayWork } from '#domain/companion.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Listening, Signals } from '#domain/ports/signals.ts';
import { createOpenPolls } from './open-polls.ts';
import { requestTopic } from './relay/relay.ts';
import { type ClaimedRequest, claimRequest } from './relay/store.ts';
import { lockCompanions, makeWorking, readPoll, savePoll, touchCompanion } from './store.ts';
import { createWatch } from './watch.ts';

export type PollNeeds = {
  database: Database;
  clock: Clock;
  signals: Signals;
  /** A browser that can carry calls is here: a bot that waits for one resumes. */
  onAwake: (userId: string) => Promise<void>;
  /** The browser is new, or its seller has signed in again at the marketplace or passed its human check. */
  onReadyAgain: (userId: string) => Promise<void>;
  /** The operator holds all bots. From memory. */
  isOnHold?: () => boolean;
};

export type CompanionReport = { state: CompanionState; version: string };
type Begun = { poll: string; isWorking: boolean; tokenSince: Instant; isReadyAgain: boolean };
type Polled = {
  request: ClaimedRequest | null;
  isStandingBy: boolean;
  poll: string;
  tokenSince: Instant;
  waitedMs: number;
  /** To be called once the reply has left. */
  onSent: () => void;
};

const endlessMs = 2 ** 31 - 1;

export function createPolling(needs: PollNeeds) {
  const { database, clock, signals } = needs;
  const watch = createWatch(needs);
  const open = createOpenPolls();
  let isClosed = false;

  return {
    async poll(companion: CompanionCaller, report: CompanionReport, gone: Gone): Promise<Polled> {
      const over = { is: isClosed || gone.aborted, wake: () => {} };
      const end = () => {
        over.is = true;
        over.wake();
      };
      const place = open.begin(companion.id, end);
      // Before the first read, so that no signal is missed.
      const listening = signals.listen(requestTopic(companion.userId));
      over.wake = () => listening.wake();
      const since = clock.now();
      const cancel = clock.at(clock.now() + longestPollMs, end);
      gone.addEventListener('abort', end);
      let unwatch = () => {};
      let news: string | null = null;
      try {
        const begun = await beginPoll(needs, companion, report);
        unwatch = watch.open(companion, `${report.state} ${begun.isWorking}`, (changed) => {
          news = changed;
          end();
        });
        if (canCarry(report)) await needs.onAwake(companion.userId);
        if (begun.isReadyAgain) await needs.onReadyAgain(companion.userId);
        place.opened();
        if (isClosed) end();
        const request = await waitForRequest(needs, { companion, begun, listening, over });
        const waitedMs = Math.max(0, Math.floor(clock.now() - since));
        // A browser that went away in the meantime is not here anymore.
        if (!gone.aborted) await touchCompanion(database, companion.id, clock.now());
        const isStandingBy = canCarry(report) && !begun.isWorking;
        const onSent = () => void (news !== null && watch.sent(companion, news));
        const { poll, tokenSince } = begun;
        return { request, isStandingBy, poll, tokenSince, waitedMs, onSent };
      } finally {
        cancel();
        place.leave();
        unwatch();
        gone.removeEventListener('abort', end);
        listening.end();
      }
    },
    /** Ends all polls, so that the server can close. */
    close() {
      isClosed = true;
      watch.close();
      open.endAll();
    },
  };
}

/** Notes that the browser is here, and makes it the working one if the other one is asleep. */
function beginPoll(
  { database, clock, signals }: PollNeeds,
  { id, userId }: CompanionCaller,
  report: CompanionReport,
): Promise<Begun> {
  return database.transaction(async (tx) => {
    const all = await lockCompanions(tx, userId);
    const own = all.find((one) => one.id === id);
    if (own === undefined) throw notPaired();
    const now = clock.now();
    const poll = randomUUID();
    await savePoll(tx, { id, poll, now, ...report });
    // The seller paused or resumed: an older poll of this browser may be open still, and can end.
    if (own.state !== report.state) await signals.send(tx, requestTopic(userId));
    const sights = all.map((one) => (one === own ? { ...own, state: report.state, seenAt: now } : one));
    const isWorking = mayWork(sights, id, now);
    if (isWorking && !own.isWorking) await makeWorking(tx, userId, id);
    const wasStopped = own.seenAt === null || own.state === 'signed_out' || own.state === 'human_check';
    return { poll, isWorking, tokenSince: own.tokenSince, isReadyAgain: wasStopped && report.state === 'ready' };
  });
}

async function waitForRequest(
  { database }: PollNeeds,
  {
    companion: { id, userId },
    begun: { poll, isWorking },
    listening,
    over,
  }: { companion: CompanionCaller; begun: Begun; listening: Listening; over: { is: boolean } },
): Promise<ClaimedRequest | null> {
  for (;;) {
    if (over.is) return null;
    const request = isWorking ? await claimRequest(database, { userId, companionId: id, poll }) : null;
    if (request !== null) return request;
    while (!over.is && !(await listening.next(endlessMs)));
    const newest = await readPoll(database, id);
    if (newest === null) throw notPaired();
    // A newer poll of the same browser has taken over.
    if (newest !== poll) return null;
  }
}

const notPaired = () =>
  new Failure('unauthenticated', 'This browser isn’t paired anymore. Pair it again with a new code from Hangtag.');
