// Carries calls to the marketplace through a seller's paired browser: the worker's side of the relay.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { awakeMs } from '#domain/companion.ts';
import type { Carried, CarriedRequest } from '#domain/ports/carrier.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Listening } from '#domain/ports/signals.ts';
import { type CompanionContext, requestTopic } from './pairing.ts';
import { type Progress, putRequest, readProgress, takeAnswer, withdrawRequest } from './relay-store.ts';
import { letAnotherWork } from './store.ts';

/** A browser that is awake takes a request within moments. Half of the time is left for the call itself. */
const longestClaimMs = 5_000;
/** A browser that was given less time to take a call isn't ignoring it. */
const fairClaimMs = 1_000;
/** How soon a worker that may not send anymore withdraws its request. */
const lookMs = 250;
/** A process that asks the database over and over has got through within this time. */
const giveBackMs = 500;

export const answerTopic = (id: string): string => `answer ${id}`;

/**
 * One row per call and at most one call per seller. Each end of a call is one statement on that row, so the proof is exact:
 * the process that deletes an unclaimed row knows that the request was never sent, and no browser can claim it later. A claimed
 * request without an answer is unknown.
 */
export async function carry(context: CompanionContext, userId: string, request: CarriedRequest): Promise<Carried> {
  const id = randomUUID();
  const endsAt = performance.now() + request.deadlineMs;
  const listening = context.signals.listen(answerTopic(id));
  try {
    const put = await putInTurn(context, { userId, id, request, endsAt });
    if (put === 'no_room') return { kind: 'not_sent' };
    const claimMs = put === 'failed' ? 0 : claimMsOf(endsAt);
    const claimEndsAt = performance.now() + claimMs;
    if (await isUnclaimed(context, { id, request, listening, claimEndsAt })) {
      const isIgnored = claimMs >= fairClaimMs && performance.now() >= claimEndsAt;
      // The call is over either way.
      if (isIgnored) await freeIgnored(context, userId).catch(() => {});
      return { kind: 'not_sent' };
    }
    // Only a withdrawal proves what happened to a row whose commit was not acknowledged.
    if (put === 'failed') return { kind: 'cut' };
    return await awaitAnswer(context, { id, listening, endsAt });
  } finally {
    listening.end();
  }
}

/** The working browser took no call for seconds. Another one that stands by may work. */
const freeIgnored = ({ database, clock }: CompanionContext, userId: string): Promise<void> =>
  letAnotherWork(database, userId, clock.now() - awakeMs);

const claimMsOf = (endsAt: number): number => Math.min(longestClaimMs, (endsAt - performance.now()) / 2);

/** Waits while a call of a worker that died is still on its way. */
async function putInTurn(
  { database, signals }: CompanionContext,
  { userId, id, request, endsAt }: { userId: string; id: string; request: CarriedRequest; endsAt: number },
): Promise<'put' | 'no_room' | 'failed'> {
  const { method, path, headers, body, mayLeave } = request;
  for (;;) {
    const claimMs = claimMsOf(endsAt);
    if (claimMs <= 0 || mayLeave?.() === false) return 'no_room';
    const deadlineMs = endsAt - performance.now();
    try {
      const isPut = await database.transaction(async (tx) => {
        const stored = { userId, id, request: { method, path, headers, body }, claimMs, deadlineMs };
        if (!(await putRequest(tx, stored))) return false;
        await signals.send(tx, requestTopic(userId));
        return true;
      });
      if (isPut) return 'put';
    } catch {
      return 'failed';
    }
    await sleep(Math.min(lookMs, Math.max(endsAt - performance.now(), 0)));
  }
}

/** Resolves to true with the proof that no browser took the request, and to false once one has taken it. */
async function isUnclaimed(
  { database }: CompanionContext,
  given: { id: string; request: CarriedRequest; listening: Listening; claimEndsAt: number },
): Promise<boolean> {
  const { id, request, listening, claimEndsAt } = given;
  const { mayLeave } = request;
  for (;;) {
    const leftMs = claimEndsAt - performance.now();
    if (leftMs <= 0 || mayLeave?.() === false) break;
    const mayLook = await listening.next(mayLeave ? Math.min(leftMs, lookMs) : leftMs);
    if (mayLook && (await progressOf(database, id)) !== 'waiting') return false;
  }
  return (await database.askWithRetries(() => withdrawRequest(database, id))) ?? false;
}

/** The answer, or `cut` at the deadline. */
async function awaitAnswer(
  { database }: CompanionContext,
  { id, listening, endsAt }: { id: string; listening: Listening; endsAt: number },
): Promise<Carried> {
  while (performance.now() < endsAt && isOnItsWay(await progressOf(database, id)))
    // Signals that come in between are not lost: the next wait ends at once.
    while (performance.now() < endsAt && !(await listening.next(endsAt - performance.now())));
  const take = () => takeAnswer(database, id);
  const ended = await take().catch(async () => {
    // A web process that could not reply because of the same outage takes its claim back first.
    await database.askWithRetries(() => readProgress(database, id));
    await sleep(giveBackMs);
    return database.askWithRetries(take);
  });
  // Without its row nothing is proved. An unclaimed one proves that nothing was sent.
  if (ended === null || (ended.isClaimed && ended.answer === null)) return { kind: 'cut' };
  return ended.answer ?? { kind: 'not_sent' };
}

const isOnItsWay = (progress: Progress): boolean => progress === 'waiting' || progress === 'claimed';

/** If the database does not answer, the request may still be on its way. */
const progressOf = (database: Database, id: string): Promise<Progress> =>
  readProgress(database, id).catch((): Progress => 'waiting');
