// The devices that get a seller's push messages: browsers subscribe, choose their events, and unsubscribe.

import { createHash } from 'node:crypto';
import type { Device } from '#contract/notices/notices.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import { mostDevices, type NoticeEvent, nextSummaryAt, standardEvents } from '#domain/notices.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { PushTarget } from '#domain/ports/pusher.ts';
import { type NoticesContext, placeOf } from './deliver.ts';
import {
  type DeviceRow,
  findSeller,
  listDevices,
  lockDeviceOf,
  lockDevices,
  removeDevice,
  saveDevice,
  saveEvents,
} from './store.ts';

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
