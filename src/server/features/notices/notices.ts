// The face of the notices feature: push messages to the seller's own devices.

import type { NoticesOverview } from '#contract/notices.ts';
import { waitingPauses } from '#domain/bot/bot.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import { type Notice, type NoticeEvent, nextSummaryAt, summaryWords } from '#domain/notices.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { Jobs } from '#domain/ports/queue.ts';
import { addDays, dayBounds, shareDay } from '#domain/time.ts';
import { deliver, type NoticesContext, sendNotice } from './deliver.ts';
import { choose, noDevice, subscribe, toDevice, unsubscribe } from './devices.ts';
import {
  devicesFor,
  findSeller,
  latestShareDays,
  listDevices,
  lockDueSummaries,
  readDay,
  removeDevicesOf,
  removeOtherDevices,
  saveSummaryDue,
  wentWell,
} from './store.ts';

/** Notifies the seller's devices that chose this event, once the transaction commits. */
export type NotifyDevices = (tx: Queryable, userId: string, notice: Notice & { event: NoticeEvent }) => Promise<void>;

export function createNotices(context: NoticesContext) {
  const { database, clock, queue, pusher, declineOffer } = context;

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
    subscribe: (user: { id: string; sessionId: string }, ask: Parameters<typeof subscribe>[2]) =>
      subscribe(context, user, ask),
    choose: (userId: string, id: string, events: readonly NoticeEvent[]) => choose(context, userId, id, events),
    unsubscribe: (userId: string, id: string) => unsubscribe(context, userId, id),

    async overview(userId: string): Promise<NoticesOverview> {
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

    /** Sends a test message at once, without the queue. Throws `not_found` if the subscription has ended, `push_unavailable`. */
    async test(userId: string, id: string): Promise<void> {
      const notice: Notice = {
        event: 'test',
        title: 'Notifications work',
        body: 'This is a test from Hangtag. You’ll get notifications only for the events you chose.',
        path: '/dashboard',
        at: clock.now(),
      };
      const outcome = isId(id) ? await sendNotice(context, { userId, deviceId: id, notice }) : null;
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
    /** A session is being signed out: removes the devices that subscribed in it. */
    onSessionEnding: removeDevicesOf,
    onOtherSessionsEnding: removeOtherDevices,
    deliver: (job: Jobs['push.send']) => deliver(context, job),
    /** For maintenance: sends the daily summaries that are due. */
    summarize: () => summarize(context),
  };
}

export type Notices = ReturnType<typeof createNotices>;

/** Queues yesterday's summary for every device that is due. The same transaction sets the next one, so none comes twice. */
async function summarize(context: NoticesContext): Promise<void> {
  while ((await summarizeSome(context)) > 0);
}

const summarizeSome = ({ database, clock, queue, sumProfit }: NoticesContext): Promise<number> =>
  database.transaction(async (tx) => {
    const now = clock.now();
    const due = await lockDueSummaries(tx, now);
    for (const { id: deviceId, userId, timezone } of due) {
      const yesterday = addDays(shareDay(now, timezone), -1);
      const day = await readDay(tx, { userId, ...dayBounds(yesterday, timezone), waitingPauses });
      const words = summaryWords(day, await sumProfit(tx, { userId, from: yesterday, to: yesterday }));
      if (words !== null) {
        const notice = { event: 'summary', ...words, path: '/dashboard', at: now } as const;
        await queue.put('push.send', { userId, deviceId, notice, tries: 0 }, { tx });
      }
      await saveSummaryDue(tx, deviceId, nextSummaryAt(now, timezone));
    }
    return due.length;
  });
