/** The face of the notices feature: push messages to the seller's own devices. */
import type { Device, NoticesOverview } from '#contract/schemas/notices.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import { mostDevices, type Notice, type NoticeEvent, nextSummaryAt, standardEvents } from '#domain/notices.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { PushTarget } from '#domain/ports/pusher.ts';
import type { Jobs } from '#domain/ports/queue.ts';
import { dayBounds, shareDay } from '#domain/time.ts';
import { createDelivery, type DeliveryNeeds, placeOf } from './deliver.ts';
import { fingerprintOf } from './fingerprint.ts';
import {
  type DeviceRow,
  devicesFor,
  findSeller,
  latestShareDays,
  listDevices,
  lockDeviceOf,
  lockDevices,
  removeDevice,
  removeDevicesOf,
  removeOtherDevices,
  saveDevice,
  saveEvents,
  wentWell,
} from './store.ts';
import { createSummaries } from './summarise.ts';

type NewDeviceAsk = {
  target: PushTarget;
  events?: readonly NoticeEvent[] | undefined;
  replaces?: string | undefined;
  userAgent: string;
};

/** Notifies the seller's devices that chose this event, once the transaction commits. */
export type NotifyDevices = (tx: Queryable, userId: string, notice: Notice & { event: NoticeEvent }) => Promise<void>;

export type Notices = {
  overview(userId: string): Promise<NoticesOverview>;
  /** A browser that subscribes again stays the same device. Throws `invalid_input`, `too_many_devices`. */
  subscribe(user: { id: string; sessionId: string }, ask: NewDeviceAsk): Promise<Device>;
  /** Throws `not_found`. */
  choose(userId: string, id: string, events: readonly NoticeEvent[]): Promise<Device>;
  /** Throws `not_found`. */
  unsubscribe(userId: string, id: string): Promise<void>;
  /** Sends a test message at once, without the queue. Throws `not_found` if the subscription has ended, `push_unavailable`. */
  test(userId: string, id: string): Promise<void>;
  declineOffer(userId: string): Promise<void>;
  notify: NotifyDevices;
  /** A session is being signed out: removes the devices that subscribed in it. */
  onSessionEnding(tx: Queryable, sessionId: string): Promise<void>;
  onOtherSessionsEnding(tx: Queryable, userId: string, keptSessionId: string | null): Promise<void>;
  /** The job `push.send`. */
  deliver(job: Jobs['push.send']): Promise<void>;
  /** For maintenance: sends the daily summaries that are due. */
  summarise(): Promise<void>;
};

export function createNotices({
  declineOffer,
  ...needs
}: DeliveryNeeds & { declineOffer: (userId: string) => Promise<void> }): Notices {
  const { database, clock, vault, queue, pusher } = needs;
  const delivery = createDelivery(needs);

  const zoneOf = async (db: Queryable, userId: string): Promise<string> =>
    (await findSeller(db, userId))?.timezone ?? 'UTC';

  const summaryDue = (events: readonly NoticeEvent[], zone: string) =>
    events.includes('summary') ? nextSummaryAt(clock.now(), zone) : null;

  /** Whether an earlier day had confirmed shares and did not end in a pause. */
  async function hadGoodDay(userId: string, zone: string): Promise<boolean> {
    for (const day of await latestShareDays(database, userId, shareDay(clock.now(), zone)))
      if (await wentWell(database, { userId, ...dayBounds(day, zone) })) return true;
    return false;
  }

  const notify: NotifyDevices = async (tx, userId, notice) => {
    for (const deviceId of await devicesFor(tx, userId, notice.event))
      await queue.put('push.send', { userId, deviceId, notice, tries: 0 }, { tx });
  };

  /**
   * A browser in which another seller was signed in before sends the very keys of that subscription. Who only knows its
   * endpoint does not, and must not take the device away.
   */
  async function refuseForeignDevice(
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

  return {
    async overview(userId) {
      const [publicKey, devices, seller] = await Promise.all([
        pusher.publicKey(),
        listDevices(database, userId),
        findSeller(database, userId),
      ]);
      const mayOffer = seller !== null && devices.length === 0 && !seller.hasDeclined;
      return {
        publicKey,
        devices: devices.map(toDevice),
        isOffered: mayOffer && (await hadGoodDay(userId, seller.timezone)),
      };
    },

    async subscribe({ id: userId, sessionId }, { target, events, replaces, userAgent }) {
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
            `${mostDevices} devices get messages already. Turn one of them off first.`,
          );
        await refuseForeignDevice(tx, userId, { fingerprint, target });
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
          summaryDueAt: summaryDue(chosen, await zoneOf(tx, userId)),
        });
        return toDevice(saved);
      });
    },

    async choose(userId, id, events) {
      const chosen = [...new Set(events)];
      const summaryDueAt = summaryDue(chosen, await zoneOf(database, userId));
      const saved = isId(id) ? await saveEvents(database, { userId, id, events: chosen, summaryDueAt }) : null;
      if (saved === null) throw noDevice();
      return toDevice(saved);
    },

    async unsubscribe(userId, id) {
      if (!isId(id) || !(await removeDevice(database, userId, id))) throw noDevice();
    },

    async test(userId, id) {
      const notice: Notice = {
        event: 'test',
        title: 'Notifications work',
        body: 'This is a test from Hangtag. You’ll get notifications only for the events you chose.',
        path: '/dashboard',
        at: clock.now(),
      };
      const outcome = isId(id) ? await delivery.send({ userId, deviceId: id, notice }) : null;
      if (outcome === null) throw noDevice();
      if (outcome.kind === 'gone')
        throw new Failure(
          'not_found',
          'This browser’s subscription has ended. Turn notifications on again in that browser.',
        );
      if (outcome.kind !== 'sent')
        throw new Failure(
          'push_unavailable',
          'This browser’s push service didn’t accept the notification. Your settings are fine. Try again later.',
        );
    },

    declineOffer,
    notify,
    onSessionEnding: removeDevicesOf,
    onOtherSessionsEnding: removeOtherDevices,
    deliver: delivery.deliver,
    summarise: createSummaries({ database, clock, queue }),
  };
}
const noDevice = (): Failure => new Failure('not_found', 'Notifications are off on this device.');

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const toDevice = ({ since, lastSuccessAt, lastFailureAt, ...device }: DeviceRow): Device => ({
  ...device,
  since: new Date(since).toISOString(),
  lastSuccessAt: timeOf(lastSuccessAt),
  lastFailureAt: timeOf(lastFailureAt),
});
