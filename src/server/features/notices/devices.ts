// The devices that get a seller's push messages: browsers subscribe, choose their events, and get each message.

import { createHash } from 'node:crypto';
import type { Device } from '#contract/notices/notices.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import {
  mostDevices,
  type Notice,
  type NoticeEvent,
  nextSummaryAt,
  nextTry,
  noticeTerms,
  type SalesProfit,
  standardEvents,
} from '#domain/notices.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { Pusher, PushOutcome, PushTarget } from '#domain/ports/pusher.ts';
import type { Jobs, Queue } from '#domain/ports/queue.ts';
import type { SecretPlace, Vault } from '#domain/ports/vault.ts';
import type { DateText } from '#domain/time.ts';
import {
  type DeviceRow,
  findSeller,
  findTarget,
  hasMovedOnSince,
  listDevices,
  lockDeviceOf,
  lockDevices,
  needsSellerSince,
  noteNotTaken,
  noteTaken,
  removeDevice,
  saveDevice,
  saveEvents,
} from './store.ts';

const placeOf = (userId: string): SecretPlace => ({ userId, column: 'push_target' });

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

type NewDeviceAsk = {
  target: PushTarget;
  events?: readonly NoticeEvent[] | undefined;
  replaces?: string | undefined;
  userAgent: string;
};

/** Throws `not_found`. */
export async function choose(
  context: NoticesContext,
  userId: string,
  id: string,
  events: readonly NoticeEvent[],
): Promise<Device> {
  const { database } = context;
  const chosen = [...new Set(events)];
  const summaryDueAt = await summaryDue(context, database, userId, chosen);
  const saved = isId(id) ? await saveEvents(database, { userId, id, events: chosen, summaryDueAt }) : null;
  if (saved === null) throw noDevice();
  return toDevice(saved);
}

/** Throws `not_found`. */
export async function unsubscribe({ database }: NoticesContext, userId: string, id: string): Promise<void> {
  if (!isId(id) || !(await removeDevice(database, userId, id))) throw noDevice();
}

/** A browser that subscribes again stays the same device. Throws `invalid_input`, `too_many_devices`. */
export async function subscribe(
  context: NoticesContext,
  { id: userId, sessionId }: { id: string; sessionId: string },
  { target, events, replaces, userAgent }: NewDeviceAsk,
): Promise<Device> {
  const { database, clock, vault, pusher } = context;
  const mistake = pusher.mistakeIn(target);
  if (mistake !== null) throw new Failure('invalid_input', mistake, { fields: { endpoint: mistake } });
  const fingerprint = fingerprintOf(target.endpoint);
  const former = replaces === undefined ? null : fingerprintOf(replaces);
  return database.transaction(async (tx) => {
    await lockDevices(tx, userId);
    const devices = await listDevices(tx, userId);
    const known = devices.find((device) => device.fingerprint === fingerprint || device.fingerprint === former);
    if (known === undefined && devices.length >= mostDevices)
      throw new Failure(
        'too_many_devices',
        `${mostDevices} devices already get notifications. Turn them off on one of those devices first.`,
      );
    await refuseForeignDevice(context, tx, userId, { fingerprint, target });
    if (known !== undefined && known.fingerprint !== fingerprint) await removeDevice(tx, userId, known.id);
    const chosen = [...new Set(events ?? known?.events ?? standardEvents)];
    const saved = await saveDevice(tx, {
      userId,
      sessionId,
      fingerprint,
      target: await vault.seal(tx, placeOf(userId), JSON.stringify(target)),
      events: chosen,
      device: userAgent,
      since: known?.since ?? clock.now(),
      summaryDueAt: await summaryDue(context, tx, userId, chosen),
    });
    return toDevice(saved);
  });
}

/**
 * A browser in which another seller was signed in before sends the keys of that subscription. Someone who only knows its endpoint
 * can't, and must not take the device away.
 */
async function refuseForeignDevice(
  { vault }: NoticesContext,
  tx: Queryable,
  userId: string,
  { fingerprint, target }: { fingerprint: string; target: PushTarget },
): Promise<void> {
  const present = await lockDeviceOf(tx, fingerprint);
  if (present === null || present.userId === userId) return;
  const stored = JSON.parse(await vault.open(tx, placeOf(present.userId), present.target)) as PushTarget;
  if (stored.auth === target.auth && stored.p256dh === target.p256dh) return;
  const message = 'This browser is registered for another account. Turn notifications off there first.';
  throw new Failure('invalid_input', message, { fields: { endpoint: message } });
}

/** When the next morning summary is due in the seller's zone; null if the device doesn't want it. */
async function summaryDue(
  { clock }: NoticesContext,
  db: Queryable,
  userId: string,
  events: readonly NoticeEvent[],
): Promise<Instant | null> {
  const zone = (await findSeller(db, userId))?.timezone ?? 'UTC';
  return events.includes('summary') ? nextSummaryAt(clock.now(), zone) : null;
}

/** The browser computes the same hash. An endpoint is too random to be guessed from it. */
const fingerprintOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url');

export const noDevice = (): Failure => new Failure('not_found', 'Notifications are off on this device.');

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
export const toDevice = ({ since, lastSuccessAt, lastFailureAt, ...device }: DeviceRow): Device => ({
  ...device,
  since: new Date(since).toISOString(),
  lastSuccessAt: timeOf(lastSuccessAt),
  lastFailureAt: timeOf(lastFailureAt),
});
