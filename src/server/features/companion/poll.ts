// Answers a paired browser's long poll: one call to carry, news for its popup, or nothing after 25 seconds.

import { randomUUID } from 'node:crypto';
import { longestPollMs } from '#contract/companion/extension.ts';
import type { CompanionCaller, Gone } from '#contract/route.ts';
import { awakeMs, type CompanionState, canCarry, mayWork } from '#domain/companion.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Listening } from '#domain/ports/signals.ts';
import { type CompanionContext, requestTopic } from './pairing.ts';
import { type ClaimedRequest, claimRequest, unclaimRequest } from './relay-store.ts';
import { lockCompanions, makeWorking, readPoll, readShown, savePoll, saveReady, touchCompanion } from './store.ts';

export type CompanionReport = { state: CompanionState; version: string };
type Begun = { poll: string; isWorking: boolean; tokenSince: Instant; isReadyAgain: boolean };
type Polled = {
  request: ClaimedRequest | null;
  isStandingBy: boolean;
  poll: string;
  tokenSince: Instant;
  waitedMs: number;
};

const endlessMs = 2 ** 31 - 1;

export function createPolling(context: CompanionContext) {
  const { database, clock, signals } = context;
  const watch = createWatch(context);
  const open = createOpenPolls();
  let isClosed = false;

  return {
    /** `toReply` makes the reply. Unless it is made, nothing has left. */
    async poll<T>(
      companion: CompanionCaller,
      { report, gone }: { report: CompanionReport; gone: Gone },
      toReply: (polled: Polled) => Promise<T>,
    ): Promise<T> {
      const over = { is: isClosed || gone.aborted, wake: () => {} };
      const end = () => {
        over.is = true;
        over.wake();
      };
      const own = open.begin(companion.id, end);
      // Before the first read, so that no signal is missed.
      const listening = signals.listen(requestTopic(companion.userId));
      over.wake = () => listening.wake();
      const since = clock.now();
      const cancel = clock.at(clock.now() + longestPollMs, end);
      gone.addEventListener('abort', end);
      let unwatch = () => {};
      let news: string | null = null;
      try {
        const begun = await beginPoll(context, companion, report);
        unwatch = watch.open(companion, `${report.state} ${begun.isWorking}`, (changed) => {
          news = changed;
          end();
        });
        if (canCarry(report)) await context.onAwake(companion.userId);
        if (begun.isReadyAgain) {
          await context.onReadyAgain(companion.userId);
          await saveReady(database, { id: companion.id, poll: begun.poll });
        }
        own.opened();
        if (isClosed) end();
        const { poll, tokenSince } = begun;
        try {
          const request = await waitForRequest(context, { companion, begun, listening, over });
          const waitedMs = Math.max(0, Math.floor(clock.now() - since));
          // A browser that went away in the meantime is not here anymore.
          if (!gone.aborted) await touchCompanion(database, companion.id, clock.now());
          const isStandingBy = canCarry(report) && !begun.isWorking;
          const reply = await toReply({ request, isStandingBy, poll, tokenSince, waitedMs });
          if (gone.aborted) throw new Failure('shutting_down', 'This browser went away.');
          if (news !== null) watch.sent(companion, news);
          return reply;
        } catch (error) {
          // Nothing of the reply was written, so the request has not left. Another poll may take it.
          await giveBack(context, companion, poll);
          throw error;
        }
      } finally {
        cancel();
        own.leave();
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

/** No call may be answered later than this after it was claimed. */
const longestCarryMs = 60_000;

/**
 * Takes back what this poll may have claimed. If the database is away, which may be why there is no reply, it goes on trying after the
 * caller was refused: a claim that stays looks like a call that may have been made.
 */
async function giveBack(
  { database, signals }: CompanionContext,
  { id: companionId, userId }: CompanionCaller,
  poll: string,
): Promise<void> {
  const unclaim = () =>
    database.transaction(async (tx) => {
      if (await unclaimRequest(tx, { userId, companionId, poll })) await signals.send(tx, requestTopic(userId));
      return true;
    });
  const tryAgain = async (): Promise<void> => {
    const until = performance.now() + longestCarryMs;
    while (performance.now() < until && (await database.askWithRetries(unclaim)) === null);
  };
  await unclaim().catch(() => void tryAgain());
}

/** Notes that the browser is here, and makes it the working one if the other one is asleep. */
function beginPoll(
  { database, clock, signals }: CompanionContext,
  { id, userId }: CompanionCaller,
  report: CompanionReport,
): Promise<Begun> {
  return database.transaction(async (tx) => {
    const all = await lockCompanions(tx, userId);
    const own = all.find((one) => one.id === id);
    if (own === undefined) throw notPaired();
    const now = clock.now();
    const poll = randomUUID();
    const wasStopped = own.seenAt === null || own.state === 'signed_out' || own.state === 'human_check';
    const isReadyAgain = wasStopped && report.state === 'ready';
    // It counts as ready once everybody who waits for it knows. If this process ends before, the next poll tells them.
    await savePoll(tx, { id, poll, now, ...report, state: isReadyAgain ? own.state : report.state });
    // The seller paused or resumed: an older poll of this browser may be open still, and can end.
    if (own.state !== report.state) await signals.send(tx, requestTopic(userId));
    const sights = all.map((one) => (one === own ? { ...own, state: report.state, seenAt: now } : one));
    const isWorking = mayWork(sights, id, now);
    if (isWorking && !own.isWorking) await makeWorking(tx, userId, id);
    return { poll, isWorking, tokenSince: own.tokenSince, isReadyAgain };
  });
}

async function waitForRequest(
  { database }: CompanionContext,
  given: { companion: CompanionCaller; begun: Begun; listening: Listening; over: { is: boolean } },
): Promise<ClaimedRequest | null> {
  const { companion, begun, listening, over } = given;
  const { id, userId } = companion;
  const { poll, isWorking } = begun;
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

/** A browser has one, and for a moment an older one beside it. */
const mostOfBrowser = 2;

/** Holds each browser to a few polls at a time. Every signal wakes all polls of a seller, so hundreds of them would slow everybody down. */
function createOpenPolls() {
  const beginning = new Map<string, number>();
  /** The oldest first. */
  const open = new Map<string, (() => void)[]>();
  const change = (id: string, by: number): void => {
    const left = (beginning.get(id) ?? 0) + by;
    if (left === 0) beginning.delete(id);
    else beginning.set(id, left);
  };
  return {
    /** Refuses a poll while two of this browser are beginning. `end` ends it early, so that it makes room for newer ones. */
    begin(id: string, end: () => void) {
      if ((beginning.get(id) ?? 0) >= mostOfBrowser) throw tooMany();
      change(id, 1);
      let isBeginning = true;
      const begun = (): void => {
        if (isBeginning) change(id, -1);
        isBeginning = false;
      };
      return {
        opened() {
          begun();
          const all = [...(open.get(id) ?? []), end];
          for (const old of all.slice(0, -mostOfBrowser)) old();
          open.set(id, all.slice(-mostOfBrowser));
        },
        leave() {
          begun();
          const left = (open.get(id) ?? []).filter((one) => one !== end);
          if (left.length === 0) open.delete(id);
          else open.set(id, left);
        },
      };
    },
    endAll() {
      for (const ends of open.values()) for (const end of ends) end();
    },
  };
}

const tooMany = (): Failure =>
  new Failure('too_many_requests', 'This browser is asking already.', { retryAfterMs: 1_000 });

/** One statement serves all open polls of this process. Without open polls there is none. */
const checkEveryMs = 1_000;

/**
 * Checks once a second and uses no signal, because a NOTIFY for every round of every bot would also be paid by the many closets
 * that no browser shares. Single shares are left out, because each of them ends a poll anyway.
 * A working browser that falls asleep counts, too: the other one's poll ends, and its next one takes over.
 */
function createWatch({ database, clock, isOnHold = () => false }: CompanionContext) {
  /** What this process last sent to each browser. A browser that it does not know gets an answer at once. */
  const known = new Map<string, string>();
  const open = new Set<{ companion: CompanionCaller; own: string; onChange: (news: string) => void }>();
  let cancelCheck: (() => void) | null = null;
  let isClosed = false;

  const plan = () => {
    if (cancelCheck !== null || isClosed || open.size === 0) return;
    cancelCheck = clock.at(clock.now() + checkEveryMs, () => {
      cancelCheck = null;
      void check().finally(plan);
    });
  };
  const check = async () => {
    const asked = [...open];
    const userIds = [...new Set(asked.map(({ companion }) => companion.userId))];
    if (userIds.length === 0) return;
    // If the database does not answer, the next check tries again.
    const shown = await readShown(database, { userIds, awakeSince: clock.now() - awakeMs }).catch(() => null);
    for (const poll of asked) {
      const ofSeller = shown?.get(poll.companion.userId);
      const now = `${ofSeller}/${poll.own}/${isOnHold()}`;
      if (ofSeller === undefined || known.get(poll.companion.id) === now || !open.delete(poll)) continue;
      poll.onChange(now);
    }
  };

  return {
    /**
     * Calls back once with the news, when the popup has to show something else. `own` is what it shows of this browser. Returns a
     * function that ends it.
     */
    open(companion: CompanionCaller, own: string, onChange: (news: string) => void): () => void {
      const poll = { companion, own, onChange };
      open.add(poll);
      plan();
      return () => void open.delete(poll);
    },
    /** The reply with these news has left. Until then they are news for the browser's next poll, too. */
    sent({ id }: CompanionCaller, news: string): void {
      known.set(id, news);
    },
    close(): void {
      isClosed = true;
      cancelCheck?.();
    },
  };
}
