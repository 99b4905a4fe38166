// The face of the notices feature: push messages to the seller's own devices.

import type { NoticesOverview } from '#contract/notices.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import type { Notice, NoticeEvent } from '#domain/notices.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { Jobs } from '#domain/ports/queue.ts';
import { dayBounds, shareDay } from '#domain/time.ts';
import { createDelivery, type DeliveryNeeds } from './deliver.ts';
import { createDevices, type Devices, noDevice, toDevice } from './devices.ts';
import {
  devicesFor,
  findSeller,
  latestShareDays,
  listDevices,
  removeDevicesOf,
  removeOtherDevices,
  wentWell,
} from './store.ts';
import { createSummaries } from './summarize.ts';

/** Notifies the seller's devices that chose this event, once the transaction commits. */
export type NotifyDevices = (tx: Queryable, userId: string, notice: Notice & { event: NoticeEvent }) => Promise<void>;

export type Notices = Devices & {
  overview(userId: string): Promise<NoticesOverview>;
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
  summarize(): Promise<void>;
};

export function createNotices({
  declineOffer,
  ...needs
}: DeliveryNeeds & { declineOffer: (userId: string) => Promise<void> }): Notices {
  const { database, clock, queue, pusher } = needs;
  const delivery = createDelivery(needs);
  const devices = createDevices(needs);

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

  return {
    ...devices,

    async overview(userId) {
      const [publicKey, present, seller] = await Promise.all([
        pusher.publicKey(),
        listDevices(database, userId),
        findSeller(database, userId),
      ]);
      const mayOffer = seller !== null && present.length === 0 && !seller.hasDeclined;
      return {
        publicKey,
        devices: present.map(toDevice),
        isOffered: mayOffer && (await hadGoodDay(userId, seller.timezone)),
      };
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
    summarize: createSummaries({ database, clock, queue }),
  };
}
