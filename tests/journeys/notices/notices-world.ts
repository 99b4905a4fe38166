// What tests of notifications need: sellers, devices, a push service, and a mail server.
import type { Notice, NoticeEvent } from '#domain/notices.ts';
import type { Jobs, Queue } from '#domain/ports/queue.ts';
import { smtpMailer } from '#server/adapters/mailer/mailer.ts';
import { makeVapidKeys, webPusher } from '#server/adapters/push/web-push.ts';
import { loadSecretKeys } from '#server/adapters/vault/secret-key.ts';
import { openVault } from '#server/adapters/vault/vault.ts';
import { createSessions } from '#server/features/account/sessions/sessions.ts';
import { declinePushOffer } from '#server/features/account/user/store.ts';
import { createNotices } from '#server/features/notices/notices.ts';
import { sumProfit } from '#server/features/sales/sales.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { addUser, freshDatabase } from '#tests/database.ts';
import { openMailSink } from '#tests/mail-sink.ts';
import { type Subscribed, startPushService } from '#tests/push-service.ts';

type Held = { job: Jobs['push.send']; dueAt: number };

/** Push notifications with a real database, the test's own push service, and a manual clock. */
export async function openNoticesWorld() {
  const { database, drop } = await freshDatabase();
  const clock = manualClock(Date.parse('2026-11-21T12:00:00Z'));
  const service = await startPushService();
  const { keys } = loadSecretKeys({ secretKey: 'ab'.repeat(32), dataDir: '/nowhere' });
  const vault = await openVault({ database, keys });
  const pair = makeVapidKeys();
  const pusher = webPusher({
    keys: async () => pair,
    subject: 'mailto:operator@example.com',
    clock,
    network: service.network,
  });
  const sink = await openMailSink();
  const mailer = smtpMailer({ url: `smtp://${sink.address}`, from: 'Hangtag <mail@example.com>' });
  const held: Held[] = [];
  const mails: Jobs['mail.send'][] = [];
  const queue: Pick<Queue, 'put'> = {
    async put(name, payload, { delayMs = 0 } = {}) {
      if (name === 'push.send') held.push({ job: payload as Jobs['push.send'], dueAt: clock.now() + delayMs });
      if (name === 'mail.send') mails.push(payload as Jobs['mail.send']);
    },
  };
  const warned: object[] = [];
  const context = {
    database,
    clock,
    vault,
    queue,
    pusher,
    declineOffer: (userId: string) => declinePushOffer(database, userId, clock.now()),
    sendsMail: true,
    publicAddress: () => 'https://hangtag.example',
    sumProfit,
    log: { warn: (fields: object, message: string) => void warned.push({ ...fields, message }) },
  };
  const notices = createNotices(context);

  const addSeller = async (timezone = 'America/New_York'): Promise<{ id: string; sessionId: string }> => {
    const id = await addUser(database, timezone);
    return { id, sessionId: await addSession(id) };
  };
  const addSession = async (userId: string): Promise<string> => {
    const { rows } = await database.query<{ id: string }>(
      `insert into sessions (user_id, token_hash, user_agent, created_at, last_seen_at, expires_at)
       values ($1, gen_random_uuid()::text, 'Test browser', now(), now(), now() + interval '9 years') returning id`,
      [userId],
    );
    return rows[0]?.id ?? '';
  };
  const subscribe = async (
    user: { id: string; sessionId: string },
    events?: NoticeEvent[],
    browser: Subscribed = service.subscribe(),
  ) => {
    const device = await notices.subscribe(user, {
      target: { endpoint: browser.endpoint, ...browser.keys },
      events,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    });
    return { browser, device };
  };
  const notify = (userId: string, change: Partial<Notice & { event: NoticeEvent }> = {}) =>
    database.transaction((tx) =>
      notices.notify(tx, userId, {
        event: 'stopped',
        title: 'Your bot reached its daily limit',
        body: 'The bot stopped at your daily limit of 50 shares.',
        path: '/dashboard',
        at: clock.now(),
        ...change,
      }),
    );
  /** Sends every mail that waits, and returns what has arrived since the last call. */
  const readMails = async () => {
    for (const mail of mails.splice(0)) await mailer.send(mail);
    return sink.received.splice(0);
  };
  const confirmAddress = (userId: string) =>
    database.query('update users set confirmed_email = email where id = $1', [userId]);
  /** Runs every job that is due. */
  const runDue = async (): Promise<void> => {
    for (;;) {
      const index = held.findIndex(({ dueAt }) => dueAt <= clock.now());
      const [next] = index < 0 ? [] : held.splice(index, 1);
      if (next === undefined) return;
      await notices.deliver(next.job);
    }
  };
  /** Lets time pass, job by job, until no job is left. */
  const runAll = async (): Promise<void> => {
    for (await runDue(); held.length > 0; await runDue())
      await clock.advanceTo(Math.min(...held.map(({ dueAt }) => dueAt)));
  };

  return {
    devicesOf: async (userId: string) => (await notices.overview(userId)).devices,
    database,
    clock,
    service,
    vault,
    notices,
    /** The same on a server without mail. */
    noticesWithoutMail: createNotices({ ...context, sendsMail: false }),
    sessions: createSessions({ database, clock, devices: notices }),
    held,
    warned,
    publicKey: pair.publicKey,
    addSeller,
    addSession,
    subscribe,
    notify,
    readMails,
    confirmAddress,
    runDue,
    runAll,
    async close() {
      await mailer.close();
      await sink.close();
      await pusher.close();
      await service.close();
      await drop();
    },
  };
}
