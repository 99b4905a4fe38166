// What tests of the HTTP front need: a server without a port, and browsers with cookies.
import { hash } from 'node:crypto';
import { createClient } from '#contract/client.ts';
import { ApiFailure } from '#contract/failure.ts';
import { routes } from '#contract/routes.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { webPasskeys } from '#server/adapters/passkeys.ts';
import { openPasswords } from '#server/adapters/passwords.ts';
import { loadSecretKeys } from '#server/adapters/vault/secret-key.ts';
import { openVault } from '#server/adapters/vault/vault.ts';
import { personalTables } from '#server/app/personal-tables.ts';
import { type AccountTools, createAccount, type SessionUser } from '#server/features/account/account.ts';
import { accountHttp } from '#server/features/account/http.ts';
import { activityHttp, createActivity } from '#server/features/activity/activity.ts';
import { type Contact, contactHttp, createContact } from '#server/features/contact/contact.ts';
import { createEvents } from '#server/http/events/events.ts';
import { createHealth } from '#server/http/health.ts';
import { createLimits } from '#server/http/request/limits.ts';
import { type ServeOptions, type Server, serve } from '#server/http/serve.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { freshDatabase, silentLog } from '#tests/database.ts';
import { CookieJar, sendInProcess } from '#tests/http-client.ts';
import { opened } from '#tests/opened.ts';

const frontRoutes = { account: routes.account, activity: routes.activity, contact: routes.contact };
type FrontRoutes = typeof frontRoutes;

type Mail = { to: string; subject: string; text: string; replyTo?: string };
export type World = Awaited<ReturnType<typeof frontWorld>>;

/** The HTTP part of the app on its own database, with a manual clock. */
export async function frontWorld(
  change: { account?: Partial<AccountTools>; serve?: Partial<ServeOptions<FrontRoutes, SessionUser>> } = {},
) {
  const test = await freshDatabase();
  const { database } = test;
  const clock = manualClock(Date.parse('2026-11-21T12:00:00Z'), { settle: test.settled });
  const limits = createLimits({ database, clock });
  const mails: Mail[] = [];
  const queue: Pick<Queue, 'put'> = {
    async put(name, payload) {
      if (name === 'mail.send') mails.push(payload as Mail);
    },
  };
  const calls: string[] = [];
  const printed: string[] = [];
  const pushed: { userId: string; title: string; body: string }[] = [];
  const contact = createContact({ database, clock, queue, operatorEmail: 'operator@example.com' });
  const account = await openAccount(
    { database, clock, limits, queue, contact, calls, printed, pushed },
    change.account,
  );
  const activity = createActivity({ database, clock });
  const lines: { fields: object; message: string }[] = [];
  const log = {
    ...silentLog,
    debug: (fields: object, message: string) => void lines.push({ fields, message }),
    info: (fields: object, message: string) => void lines.push({ fields, message }),
    error: (fields: object, message: string) => void lines.push({ fields, message }),
  };
  const events = createEvents({
    changes: activity.changes,
    signedOutOf: account.signedOutOf,
    clock,
    warn: log.error,
  });
  const health = createHealth({ ready: async () => void (await database.query('select 1')), clock });
  const server = serve<FrontRoutes, SessionUser>({
    routes: frontRoutes,
    limits,
    handlers: { account: accountHttp(account), activity: activityHttp(activity), contact: contactHttp(contact) },
    whoIs: account.whoIs,
    publicUrl: null,
    trustedProxies: { kind: 'none' },
    events,
    health,
    clock,
    log,
    ...change.serve,
  });

  /** One raw request from `peer`. */
  const call = (path: string, init: RequestInit = {}, peer = '127.0.0.1') =>
    server.fetch(new Request(`http://localhost:5000${path}`, init), peer);

  let browsers = 0;
  const browser = (address = `10.1.${Math.floor(++browsers / 250)}.${browsers % 250}`) => openBrowser(server, address);

  /** A raw call from a page of this site. */
  const post = (
    path: string,
    body: unknown,
    { headers = {}, peer = '10.2.0.1' }: { headers?: Record<string, string>; peer?: string } = {},
  ) => {
    const ours = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', host: 'localhost:5000' };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return call(path, { method: 'POST', headers: { ...ours, ...headers }, body: text }, peer);
  };
  const signIn = ({ email, password }: { email: string; password: string }, from = browser()) =>
    from.account.login({ body: { email, password } });
  const resetPassword = (token: string, newPassword = 'new password', from = browser()) =>
    from.account.resetPassword({ body: { token, newPassword, confirmPassword: newPassword } });

  let people = 0;
  const register = async (more: Record<string, unknown> = {}) => {
    const own = browser();
    const email = `seller${++people}@example.com`;
    const user = await own.account.register({
      body: { firstName: 'Ada', lastName: 'Seller', email, password: 'correct horse', ...more },
    });
    return { ...own, user, email, password: 'correct horse' };
  };

  return {
    ...test,
    clock,
    limits,
    mails,
    pushed,
    printed,
    calls,
    lines,
    account,
    activity,
    events,
    server,
    call,
    post,
    browser,
    signIn,
    resetPassword,
    register,
  };
}

/** The same, opened before the first test of a file or a group and closed after the last one. */
export const frontJourney = (change?: Parameters<typeof frontWorld>[0]): World =>
  opened(
    () => frontWorld(change),
    async ({ server, drop }) => {
      await server.close();
      await drop();
    },
  );

const digest = (password: string | Uint8Array): string => `$argon2 ${hash('sha256', password)}`;
/** As sure as argon2 for these tests, and in no time. */
const quick = {
  hash: async (password: string | Uint8Array) => digest(password),
  verify: async (stored: string | Uint8Array, password: string | Uint8Array) => stored === digest(password),
};

type AccountParts = Pick<AccountTools, 'database' | 'clock' | 'limits' | 'queue'> & {
  contact: Contact;
  /** What the account asked of other features. */
  calls: string[];
  printed: string[];
  pushed: { userId: string; title: string; body: string }[];
};

async function openAccount(
  { database, clock, limits, queue, contact, calls, printed, pushed }: AccountParts,
  change: Partial<AccountTools> = {},
) {
  return createAccount({
    database,
    clock,
    passwords: await openPasswords(quick),
    limits,
    queue,
    sendsMail: true,
    revealsResetToken: 'never',
    startKey: 'the key of the start',
    print: (line) => void printed.push(line),
    vault: await openVault({
      database,
      keys: loadSecretKeys({ secretKey: 'ab'.repeat(32), dataDir: '/nowhere' }).keys,
    }),
    passkeys: webPasskeys('https://hangtag.example'),
    unpairBrowsers: async (_, userId) => void calls.push(`unpaired ${userId}`),
    notifyDevices: async (_, userId, notice) => void pushed.push({ userId, ...notice }),
    passwordMinLength: 6,
    commonPasswords: null,
    takesNewSellers: true,
    isOnNetwork: false,
    publicAddress: () => 'https://hangtag.example',
    phoneAddress: () => 'https://hangtag.example',
    onLateFailure: (error) => calls.push(`trouble: ${error}`),
    onRegistered: async (tx, userId, closet) => {
      await tx.query(`insert into bots (user_id, settings, limit_in_force) values ($1, '{}', 10000)`, [userId]);
      calls.push(`registered ${closet.username ?? 'without a closet'}`);
    },
    linkPractice: async () => calls.push('practice'),
    onTimezoneMoved: async () => {
      calls.push('moved');
    },
    devices: { onSessionEnding: async () => {}, onOtherSessionsEnding: async () => {} },
    personalTables,
    beforeErase: async (userId) => {
      calls.push(`erase ${userId}`);
    },
    onErase: async (tx, userId) => {
      await tx.query('delete from share_attempts where user_id = $1', [userId]);
      await contact.onErase(tx, userId);
    },
    ...change,
  });
}

/** A browser with its own cookies and address, which uses the contract's client. */
function openBrowser(server: Server, address: string) {
  const jar = new CookieJar();
  const headers = { host: 'localhost:5000', 'user-agent': 'Test browser' };
  const send = sendInProcess(server, { jar, peer: address, headers });
  return {
    ...createClient(frontRoutes, send),
    send,
    address,
    /** The session's cookie as `name=value`, or null. The hint beside it is not secret, and no call needs it. */
    cookie: () => {
      const session = [...jar].find(([name]) => name === 'hangtag' || name === '__Host-hangtag');
      return session ? session.join('=') : null;
    },
    useCookie: (value: string | null) => {
      jar.clear();
      if (value !== null) jar.keep([value]);
    },
  };
}

/** The failure that a call ends with. */
export async function failureOf(work: Promise<unknown>): Promise<ApiFailure> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ApiFailure) return error;
  throw new Error('Expected a refusal', { cause: error });
}
