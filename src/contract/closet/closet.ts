// The closet’s connection to the marketplace.
import { z } from 'zod';
import { connectionReasons, connectionStates } from '#domain/closet.ts';
import { transports } from '#domain/companion.ts';
import { isObject, parseJson } from '#domain/json.ts';
import { User } from '../account/sign-in.ts';
import { type Cost, marketSignIns, perMinute, perQuarterHour, reads, scarce, writes } from '../cost.ts';
import { MarketplaceCode, Message, Time, typed } from '../fields.ts';
import type { RouteTable } from '../route.ts';

export const AuthStatus = z.object({
  isAuthenticated: z.boolean(),
  hasCredentials: z.boolean(),
  /** A sign-in to this closet has succeeded at least once. */
  isProven: z.boolean(),
  state: z.enum(connectionStates),
  reason: z.enum(connectionReasons).optional(),
  /** The reason in a sentence for the seller. */
  message: z.string().optional(),
  username: z.string().nullable(),
  /** Whether the password is stored, or only the session. */
  keepsPassword: z.boolean(),
  codePending: z.boolean(),
  lastTestedAt: Time.nullable(),
  /** null: not tested yet, or not known. */
  lastTestPassed: z.boolean().nullable(),
  practice: z.boolean().optional(),
  offers: z.object({ practice: z.boolean(), real: z.boolean() }),
  transport: z.enum(transports),
  /** The seller allowed a paired browser to renew the server's session when it has expired. */
  renewsSession: z.boolean(),
});
export type AuthStatus = z.output<typeof AuthStatus>;

const missing = 'Please provide both username and password';
export const ClosetCredentials = z.strictObject({
  poshmarkUsername: typed(missing).min(1, missing).max(100, 'Use at most 100 characters'),
  poshmarkPassword: z.string({ error: missing }).min(1, missing).max(200, 'Use at most 200 characters'),
  keepPassword: z.boolean().optional(),
});

/** An archive of requests (HAR) contains whole pages. Only its requests with cookies leave the browser. */
function withoutAnswers(text: string): string {
  const archive = text.startsWith('{') ? parseJson(text) : undefined;
  const entries = isObject(archive) && isObject(archive.log) ? archive.log.entries : undefined;
  if (!Array.isArray(entries)) return text;
  const requests = entries.flatMap((entry) => (isObject(entry) && isObject(entry.request) ? [entry.request] : []));
  const sent = requests.map(({ url, headers, cookies }) => ({
    url,
    headers: Array.isArray(headers) ? headers.filter((one) => isObject(one) && /^cookie$/i.test(String(one.name))) : [],
    cookies,
  }));
  const withSession = sent.filter((request) => JSON.stringify(request).includes('jwt'));
  // The last ones are the newest. Without any, the first one says what was copied.
  const kept = withSession.length > 0 ? withSession.slice(-3) : sent.slice(0, 1);
  return JSON.stringify({ log: { entries: kept.map((request) => ({ request })) } });
}

const noSession = 'Paste your Poshmark cookies';
export const ExportedSession = z.strictObject({
  session: z
    .string({ error: noSession })
    .trim()
    .min(1, noSession)
    .overwrite(withoutAnswers)
    .max(60_000, 'That’s too long to be a list of cookies'),
  /** Only from a paired browser: the seller allows it to do this again when the session has expired. */
  renewsSession: z.boolean().optional(),
});

const RenewalChoice = z.strictObject({ renewsSession: z.boolean({ error: 'Turn this on or off' }) });

export const OneTimeCode = z.strictObject({ code: MarketplaceCode });

/** `isAuthenticated`: the new sign-in needed no code after all. */
const CodeRequested = z.object({ message: z.string(), isAuthenticated: z.literal(true).optional() });

const Linked = z.object({ message: z.string(), isAuthenticated: z.literal(true) });

export const ApiTest = z.object({
  status: z.enum(['success', 'error']),
  message: z.string(),
  apiInfo: z.object({
    /** Always the same mask, never a real secret. */
    apiKey: z.string(),
    listingsCount: z.number().int(),
    lastTest: Time,
  }),
  stats: z.object({ successful: z.number().int(), failed: z.number().int(), total: z.number().int() }),
  probes: z.array(
    z.object({
      name: z.enum(['reach', 'session', 'closet', 'search']),
      ok: z.boolean(),
      message: z.string(),
      ms: z.number().int(),
    }),
  ),
});
export type ApiTest = z.output<typeof ApiTest>;

const practiceClosets: Cost = {
  ...scarce,
  budget: 'practice closets',
  account: perQuarterHour(10),
  client: perQuarterHour(20),
  installation: null,
};

/** Six digits must not be guessed through us. */
const codes: Cost = {
  ...marketSignIns,
  budget: 'one-time codes',
  account: perQuarterHour(10),
  client: perQuarterHour(20),
  refusal: 'Too many codes were tried.',
};

/** Four requests to the marketplace. */
const probes: Cost = { ...reads, budget: 'probes', account: perMinute(20), client: perMinute(40) };

export const closetRoutes = {
  authStatus: {
    method: 'GET',
    path: '/api/poshmark/auth-status',
    summary: 'The stored state of the marketplace connection',
    access: 'user',
    cost: reads,
    reply: AuthStatus,
  },
  linkPractice: {
    method: 'POST',
    path: '/api/poshmark/practice',
    summary: 'Connect a practice closet',
    access: 'user',
    cost: practiceClosets,
    reply: Linked,
  },
  importSession: {
    method: 'POST',
    path: '/api/poshmark/import-session',
    summary: 'Connect the closet with a session from the user’s browser, without a password',
    access: 'user',
    cost: marketSignIns,
    fromExtension: true,
    confirmed: true,
    client: true,
    body: ExportedSession,
    reply: Linked,
  },
  linkBrowser: {
    method: 'POST',
    path: '/api/poshmark/link-browser',
    summary: 'Connect the closet through a paired browser, which carries all calls from now on',
    access: 'user',
    cost: marketSignIns,
    reply: Linked,
  },
  chooseRenewal: {
    method: 'PUT',
    path: '/api/poshmark/renewal',
    summary: 'Whether a paired browser renews the server’s session when it has expired',
    access: 'user',
    cost: writes,
    fromExtension: true,
    body: RenewalChoice,
    reply: AuthStatus,
  },
  updateCredentials: {
    method: 'POST',
    path: '/api/poshmark/update-credentials',
    summary: 'Store marketplace credentials and sign in with them',
    access: 'user',
    cost: marketSignIns,
    confirmed: true,
    client: true,
    body: ClosetCredentials,
    reply: Linked,
  },
  requestCode: {
    method: 'POST',
    path: '/api/poshmark/request-code',
    summary: 'Ask the marketplace to send the one-time code',
    access: 'user',
    cost: codes,
    reply: CodeRequested,
  },
  verifyCode: {
    method: 'POST',
    path: '/api/poshmark/verify-code',
    summary: 'Finish the sign-in with the one-time code',
    access: 'user',
    cost: codes,
    body: OneTimeCode,
    reply: Linked,
  },
  testAuth: {
    method: 'POST',
    path: '/api/poshmark/test-auth',
    summary: 'Test the connection, and sign in if needed',
    access: 'user',
    cost: marketSignIns,
    client: true,
    reply: Message,
  },
  test: {
    method: 'GET',
    path: '/api/poshmark/test',
    summary: 'Test the marketplace with four requests. Never signs in',
    access: 'user',
    cost: probes,
    reply: ApiTest,
  },
  disconnect: {
    method: 'POST',
    path: '/api/user/disconnect-closet',
    summary: 'Stop the bot and delete credentials and session',
    access: 'user',
    cost: writes,
    reply: z.object({ user: User }),
  },
} as const satisfies RouteTable[string];
