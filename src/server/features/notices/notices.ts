// The face of the notices feature: push messages to the seller's own devices, and the daily summary by mail.

import type { NoticesOverview } from '#contract/notices/notices.ts';
import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import { waitingPauses } from '#domain/bot/bot.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import { type Notice, type NoticeEvent, nextSummaryAt, summaryMail, summaryWords } from '#domain/notices.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { Jobs } from '#domain/ports/queue.ts';
import { addDays, dayBounds, shareDay } from '#domain/time.ts';
import {
  choose,
  deliver,
  type NoticesContext,
  noDevice,
  sendNotice,
  subscribe,
  toDevice,
  unsubscribe,
} from './devices.ts';
import {
  devicesFor,
  findSeller,
  latestShareDays,
  listDevices,
  lockDueMails,
  lockDueSummaries,
  readDay,
  removeDevicesOf,
  removeOtherDevices,
  type Seller,
  saveMailDue,
  saveSummaryDue,
  turnOffSummaryMail,
  turnOnSummaryMail,
  wentWell,
} from './store.ts';

/** Notifies the seller's devices that chose this event, once the transaction commits. */
export type NotifyDevices = (tx: Queryable, userId: string, notice: Notice & { event: NoticeEvent }) => Promise<void>;

export function createNotices(context: NoticesContext) {
  const { database, clock, queue, pusher, declineOffer, sendsMail } = context;

  const canMail = (seller: Seller | null): seller is Seller => sendsMail && seller?.hasConfirmedEmail === true;

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
        mailsSummary: canMail(seller) ? seller.mailsSummary : null,
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

    /** Turns the daily summary by mail on or off. Throws `forbidden` if it can't be mailed. */
    async mailSummary(userId: string, isOn: boolean): Promise<void> {
      if (!isOn) return turnOffSummaryMail(database, userId);
      const seller = await findSeller(database, userId);
      if (!canMail(seller))
        throw new Failure(
          'forbidden',
          sendsMail
            ? 'Confirm your email address first. Your profile can send you the link.'
            : 'This server can’t send email. Ask your administrator to set it up.',
        );
      await turnOnSummaryMail(database, userId, nextSummaryAt(clock.now(), seller.timezone));
    },

    hasDevice: async (userId: string): Promise<boolean> => (await listDevices(database, userId)).length > 0,
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

export function noticesHttp(notices: Notices): Handlers<typeof routes.notices, { id: string; sessionId: string }> {
  return {
    overview: ({ user }) => notices.overview(user.id),

    async subscribe({ user, body, client }) {
      const { endpoint, keys, ...more } = body;
      return notices.subscribe(user, { target: { endpoint, ...keys }, ...more, userAgent: client.userAgent });
    },

    choose: ({ user, id, body }) => notices.choose(user.id, id, body.events),

    async unsubscribe({ user, id }) {
      await notices.unsubscribe(user.id, id);
      return { message: 'That device won’t get notifications anymore.' };
    },

    async test({ user, id }) {
      await notices.test(user.id, id);
      return { message: 'The test notification was sent. It should appear in a moment.' };
    },

    async mailSummary({ user, body }) {
      await notices.mailSummary(user.id, body.mailsSummary);
      return body;
    },

    async declineOffer({ user }) {
      await notices.declineOffer(user.id);
      return { message: 'You can turn this on later in your profile.' };
    },
  };
}

/** Queues yesterday's summary for every device and address that is due. The same transaction sets the next one, so none comes twice. */
async function summarize(context: NoticesContext): Promise<void> {
  while ((await summarizeSome(context)) > 0);
}

const summarizeSome = (context: NoticesContext): Promise<number> =>
  context.database.transaction(async (tx) => {
    const { clock, queue, sendsMail, publicAddress } = context;
    const now = clock.now();
    const devices = await lockDueSummaries(tx, now);
    for (const { id: deviceId, userId, timezone } of devices) {
      const words = await sumUpYesterday(context, tx, { userId, timezone, now });
      if (words !== null) {
        const notice = { event: 'summary', ...words, path: '/dashboard', at: now } as const;
        await queue.put('push.send', { userId, deviceId, notice, tries: 0 }, { tx });
      }
      await saveSummaryDue(tx, deviceId, nextSummaryAt(now, timezone));
    }
    const mails = sendsMail ? await lockDueMails(tx, now) : [];
    for (const { userId, timezone, address } of mails) {
      const words = address === null ? null : await sumUpYesterday(context, tx, { userId, timezone, now });
      if (address !== null && words !== null)
        await queue.put('mail.send', { to: address, ...summaryMail(words, publicAddress()) }, { tx });
      await saveMailDue(tx, userId, nextSummaryAt(now, timezone));
    }
    return devices.length + mails.length;
  });

async function sumUpYesterday(
  { sumProfit }: NoticesContext,
  tx: Queryable,
  { userId, timezone, now }: { userId: string; timezone: string; now: Instant },
): Promise<ReturnType<typeof summaryWords>> {
  const yesterday = addDays(shareDay(now, timezone), -1);
  const day = await readDay(tx, { userId, ...dayBounds(yesterday, timezone), waitingPauses });
  return summaryWords(day, await sumProfit(tx, { userId, from: yesterday, to: yesterday }));
}
