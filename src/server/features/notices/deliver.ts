// Delivers a push message to one device.

import { type Notice, nextTry, noticeTerms, type SalesProfit } from '#domain/notices.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { Pusher, PushOutcome, PushTarget } from '#domain/ports/pusher.ts';
import type { Jobs, Queue } from '#domain/ports/queue.ts';
import type { SecretPlace, Vault } from '#domain/ports/vault.ts';
import type { DateText } from '#domain/time.ts';
import { findTarget, hasMovedOnSince, needsSellerSince, noteNotTaken, noteTaken, removeDevice } from './store.ts';

export const placeOf = (userId: string): SecretPlace => ({ userId, column: 'push_target' });

type Message = { userId: string; deviceId: string; notice: Notice };

export type NoticesContext = {
  database: Database;
  clock: Clock;
  vault: Vault;
  queue: Pick<Queue, 'put'>;
  pusher: Pusher;
  log: { warn(fields: object, message: string): void };
  declineOffer: (userId: string) => Promise<void>;
  sendsMail: boolean;
  /** Where the seller reaches Hangtag. */
  publicAddress: () => string;
  /** What the seller's sales of some days brought. */
  sumProfit: (db: Queryable, of: { userId: string; from: DateText; to: DateText }) => Promise<SalesProfit>;
};

/** null if the device is gone or no longer wants this event. */
export async function sendNotice(
  { database, clock, vault, pusher, log }: NoticesContext,
  { userId, deviceId, notice }: Message,
): Promise<PushOutcome | null> {
  const device = await findTarget(database, userId, deviceId);
  if (device === null || (notice.event !== 'test' && !device.events.includes(notice.event))) return null;
  const target = JSON.parse(await vault.open(database, placeOf(userId), device.target)) as PushTarget;
  const { tag, lifeMs, urgency } = noticeTerms[notice.event];
  const { title, body, path, at } = notice;
  const outcome = await pusher.send(target, {
    text: JSON.stringify({ title, body, tag, path, at }),
    topic: tag,
    lifeMs: at + lifeMs - clock.now(),
    urgency,
  });
  if (outcome.kind === 'sent') await noteTaken(database, deviceId, clock.now());
  else if (outcome.kind === 'gone') await removeDevice(database, userId, deviceId);
  else {
    await noteNotTaken(database, deviceId, clock.now());
    const { host } = new URL(target.endpoint);
    log.warn({ userId, host, reason: outcome.why }, 'Push service refused a message');
  }
  return outcome;
}

/** Whether the message is too old, or what it says about the bot isn't true anymore. */
async function isOver({ database, clock }: NoticesContext, { userId, notice }: Message): Promise<boolean> {
  if (clock.now() >= notice.at + noticeTerms[notice.event].lifeMs) return true;
  if (notice.event === 'needs') return !(await needsSellerSince(database, userId, notice.at));
  return notice.event === 'stopped' && hasMovedOnSince(database, userId, notice.at);
}

/** The job `push.send`. */
export async function deliver(context: NoticesContext, job: Jobs['push.send']): Promise<void> {
  const { clock, queue } = context;
  if (await isOver(context, job)) return;
  const outcome = await sendNotice(context, job);
  if (outcome?.kind !== 'later') return;
  const tries = job.tries + 1;
  const now = clock.now();
  const next = nextTry(job.notice, { tries, now, retryAfterMs: outcome.retryAfterMs });
  if (next !== null) await queue.put('push.send', { ...job, tries }, { delayMs: next - now });
}
