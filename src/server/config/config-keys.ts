// Every environment variable, with its parser, default and description.

import { leastPasswordLength, mostAskedPasswordLength } from '#domain/account.ts';
import { closetMaxAge } from '#domain/bot/schedule/closet-reading.ts';
import {
  address,
  anyText,
  databaseAddress,
  flag,
  hostAddress,
  marketplaceOrigin,
  modelAddress,
  oneOf,
  origin,
  secretKeys,
  trustedProxies,
  wholeNumber,
} from './value-kinds.ts';

/** One environment variable. `read` returns null for a text that is not what it `must` be. */
export type Key<T> = {
  name: string;
  /** The default in words, for the hosting page. */
  standard: string;
  says: string;
  must: string;
  read(text: string): T | null;
  /** Can also be read from the file named by `NAME_FILE`, and is never printed. */
  secret?: true;
};
const key = <T>(given: Key<T>): Key<T> => given;

/** Distinguishes a server without a real marketplace from one that uses the default. */
export const noMarketplace = 'none';

/** Every variable of the environment that Hangtag reads. */
export const keys = {
  port: key({
    name: 'PORT',
    standard: '5000',
    says: 'The port for the web app and the API.',
    ...wholeNumber(0, 65_535),
  }),
  host: key({
    name: 'HOST',
    standard: '127.0.0.1',
    says: 'The address to listen on. 127.0.0.1 accepts connections from this machine only; 0.0.0.0 accepts them on every network address. Without PUBLIC_URL and TRUST_PROXY, every page then says so, and the first account is made on this machine or with the link printed at the start.',
    ...hostAddress,
  }),
  dataDir: key({
    name: 'DATA_DIR',
    standard: './data',
    says: 'The folder for the embedded database, the generated secret key, and the practice marketplace.',
    ...anyText,
  }),
  databaseUrl: key({
    name: 'DATABASE_URL',
    standard: 'an embedded PostgreSQL in DATA_DIR',
    says: 'Your own PostgreSQL server, version 15 or newer. Needed to run more than one process. With a standby, name both servers: postgres://USER:PASSWORD@ONE:5432,TWO:5432/DATABASE. Hangtag uses the one that takes writes.',
    secret: true,
    ...databaseAddress,
  }),
  role: key({
    name: 'ROLE',
    standard: 'all',
    says: 'What this process does. web serves the app, worker runs the bots, all does both. Any number of web and worker processes can share one DATABASE_URL.',
    ...oneOf('all', 'web', 'worker'),
  }),
  marketplaceUrl: key<URL | typeof noMarketplace>({
    name: 'MARKETPLACE_URL',
    standard: 'https://poshmark.com',
    says: 'The marketplace that sellers connect their closets to. Hangtag sends nothing to it before a seller connects a closet. none: practice closets only.',
    must: `${marketplaceOrigin.must}, or none`,
    read: (text) => (text === noMarketplace ? text : marketplaceOrigin.read(text)),
  }),
  marketplaceProfile: key({
    name: 'MARKETPLACE_PROFILE',
    standard: 'unset: marketplace-profile.json in DATA_DIR, if there is one',
    says: 'The file that says how the marketplace differs from what Hangtag was built for. `npm run hangtag -- drift FILE --write` makes it.',
    ...anyText,
  }),
  practice: key({
    name: 'PRACTICE',
    standard: 'true',
    says: 'Whether sellers can use practice closets and the demo.',
    ...flag,
  }),
  practiceUrl: key({
    name: 'PRACTICE_URL',
    standard: 'the bundled one, which ROLE=all starts',
    says: 'The address of a practice marketplace that you run yourself.',
    ...marketplaceOrigin,
  }),
  practiceKey: key({
    name: 'PRACTICE_KEY',
    standard: 'unset: not needed on the same machine',
    says: 'The control key of the practice marketplace at PRACTICE_URL. It has one if other machines can reach it.',
    secret: true,
    ...anyText,
  }),
  secretKey: key({
    name: 'SECRET_KEY',
    standard: 'generated once into DATA_DIR',
    says: 'The key that protects stored marketplace credentials: 32 bytes as hex or base64url. You can give several, separated by commas: Hangtag encrypts with the first and decrypts with all of them.',
    ...secretKeys,
  }),
  secretKeyFile: key({
    name: 'SECRET_KEY_FILE',
    standard: 'unset',
    says: 'A file that contains the SECRET_KEY value.',
    ...anyText,
  }),
  webKeyFile: key({
    name: 'WEB_KEY_FILE',
    standard: 'unset: a web process reads the secret key',
    says: 'For ROLE=web, instead of the secret key: the file that npm run hangtag -- web-key FILE makes. With it, a web process can’t read marketplace passwords and sessions.',
    ...anyText,
  }),
  backupPassword: key({
    name: 'BACKUP_PASSWORD',
    standard: 'unset: backups are not encrypted',
    says: 'Encrypts the files of the backup command, and opens them again in the restore command. Use a long one: 12 characters or more.',
    secret: true,
    must: 'must have at least 12 characters',
    read: (text) => (text.length >= 12 ? text : null),
  }),
  publicUrl: key({
    name: 'PUBLIC_URL',
    standard: 'the listening address',
    says: 'The address where people reach Hangtag. It is used for links in email and for canonical links. If it starts with https, cookies are Secure.',
    ...origin,
  }),
  trustProxy: key({
    name: 'TRUST_PROXY',
    standard: 'off',
    says: 'Which reverse proxies to trust for the client address: the number of proxies in front of Hangtag, or their addresses and networks, separated by commas.',
    ...trustedProxies,
  }),
  smtpUrl: key({
    name: 'SMTP_URL',
    standard: 'unset: no email',
    says: 'The mail server for reset links, contact messages, and alerts.',
    secret: true,
    ...address('smtp:', 'smtps:'),
  }),
  mailFrom: key({
    name: 'MAIL_FROM',
    standard: 'unset',
    says: 'The sender of all email. Required with SMTP_URL.',
    must: 'must be an email address such as Hangtag <mail@example.com>',
    read: (text) => (/^[^\r\n]*[^\s<>@]+@[^\s<>@]+>?$/.test(text) ? text : null),
  }),
  revealResetToken: key({
    name: 'REVEAL_RESET_TOKEN',
    standard:
      'true if only this machine can reach Hangtag (HOST is loopback; SMTP_URL, PUBLIC_URL, and TRUST_PROXY are unset); otherwise false',
    says: 'Whether "Forgot your password" shows the reset token on screen. link: only in a browser that opened the link printed at the start; for others, a reset link is printed in the terminal. Choose link where others use this machine too. The token opens the account, so Hangtag starts with true or link only if no other machine can reach it.',
    must: 'must be true, false, or link',
    read: (text): boolean | 'link' | null => (text === 'link' ? 'link' : flag.read(text)),
  }),
  aiBaseUrl: key({
    name: 'AI_BASE_URL',
    standard: 'unset: no model',
    says: 'An OpenAI-compatible server with a vision model, hosted or your own: https://api.openai.com/v1, http://localhost:11434/v1. Hangtag sends it a photo only if the seller agrees.',
    ...modelAddress,
  }),
  aiApiKey: key({
    name: 'AI_API_KEY',
    standard: 'unset',
    says: 'The API key for AI_BASE_URL, if it needs one.',
    secret: true,
    must: 'must be letters, digits, and symbols without spaces',
    read: (text) => (/^[\x21-\x7e]{1,1000}$/.test(text) ? text : null),
  }),
  aiModel: key({
    name: 'AI_MODEL',
    standard: 'unset',
    says: 'The name of the model at AI_BASE_URL. Required with AI_BASE_URL.',
    must: 'must be the name of a model, 200 characters at most',
    read: (text) => (/\p{Cc}/u.test(text) || text.length > 200 ? null : text),
  }),
  shareIntervalMs: key({
    name: 'SHARE_INTERVAL_MS',
    standard: '2000',
    says: 'The average pause between two shares, in milliseconds. The actual pauses vary. From the seventh on, price changes are one and a half times that far apart, at most 10 seconds.',
    ...wholeNumber(0, 3_600_000),
  }),
  closetMaxAgeMinutes: key({
    name: 'CLOSET_MAX_AGE_MINUTES',
    standard: String(closetMaxAge.standard),
    says: 'How old what Hangtag knows of a closet may be when a round begins, in minutes. If it is older, the closet is read first, at two pages of 48 listings a second. 0 reads it before every round. Closets of more than 960 listings may be older: two minutes for each page.',
    ...wholeNumber(closetMaxAge.least, closetMaxAge.most),
  }),
  botsPaused: key({
    name: 'BOTS_PAUSED',
    standard: 'false',
    says: 'Puts all bots on hold: nothing is shared, offered, repriced, or synced, and sellers see a notice. Bots resume on their own after a start without it. Set it for every process. `npm run hangtag -- hold` does the same without a restart.',
    ...flag,
  }),
  budgetFactor: key({
    name: 'BUDGET_FACTOR',
    standard: '1',
    says: 'Multiplies how often each account, each network address, and all of them together may use Hangtag. Raise it if many sellers share one address. It does not change how many passwords can be tried for one account or one closet.',
    ...wholeNumber(1, 1_000),
  }),
  registration: key({
    name: 'REGISTRATION',
    standard: 'open',
    says: 'Who can create an account. open: anyone who can reach Hangtag. closed: nobody. Demo closets are controlled by PRACTICE.',
    ...oneOf('open', 'closed'),
  }),
  passwordMinLength: key({
    name: 'PASSWORD_MIN_LENGTH',
    standard: String(leastPasswordLength),
    says: 'The minimum password length.',
    ...wholeNumber(leastPasswordLength, mostAskedPasswordLength),
  }),
  refusesCommonPasswords: key({
    name: 'REFUSE_COMMON_PASSWORDS',
    standard: 'true if other machines can reach Hangtag (PUBLIC_URL is set, or HOST is not loopback); otherwise false',
    says: 'Whether new passwords that are easy to guess are refused: the 10,000 most common ones, and those made of the site’s name or the email address.',
    ...flag,
  }),
  metricsToken: key({
    name: 'METRICS_TOKEN',
    standard: 'unset: /metrics answers this machine only',
    says: 'A bearer token that gives other machines access to /metrics.',
    secret: true,
    must: 'must be 16 to 500 letters, digits, and symbols without spaces',
    read: (text) => (/^[\x21-\x7e]{16,500}$/.test(text) ? text : null),
  }),
  operatorToken: key({
    name: 'OPERATOR_TOKEN',
    standard: 'unset: there is no operator page',
    says: 'Turns on the operator page at /operator, and opens it. Use a random one: `openssl rand -hex 32` creates it.',
    secret: true,
    must: 'must be 32 to 500 letters, digits, and symbols without spaces',
    read: (text) => (/^[\x21-\x7e]{32,500}$/.test(text) ? text : null),
  }),
  operatorName: key({
    name: 'OPERATOR_NAME',
    standard: 'unset',
    says: 'Your name or organization, for the privacy and terms pages.',
    ...anyText,
  }),
  operatorEmail: key({
    name: 'OPERATOR_EMAIL',
    standard: 'unset',
    says: 'Where contact messages go. The marketplace also sees it as the contact address in every request.',
    must: 'must be one email address',
    read: (text) => (/^[^\s,;:<>()[\]"\\@]+@[^\s,;:<>()[\]"\\@]+$/.test(text) ? text : null),
  }),
  analytics: key({
    name: 'ANALYTICS',
    standard: 'false',
    says: 'Whether to count clicks on the buttons of the public pages. Only totals are kept, for /metrics: nothing about who clicked, and nothing goes to third parties.',
    ...flag,
  }),
  logLevel: key({
    name: 'LOG_LEVEL',
    standard: 'info',
    says: 'The lowest level that is logged: silent, error, warn, info, or debug.',
    ...oneOf('silent', 'error', 'warn', 'info', 'debug'),
  }),
};

/** Descriptions of the marketplace connector's switches. The connector reads and checks them itself. */
export const switchSentences: Record<string, string> = {
  MARKETPLACE_SHARE_PATH: 'Path of the share request. {id} stands for the listing.',
  MARKETPLACE_CLOSET_PATH: 'Path of the closet’s listings. {uid} stands for the seller.',
  MARKETPLACE_SALES_PATH: 'Path of the seller’s orders. {uid} stands for the seller.',
  MARKETPLACE_NEWS_PATH: 'Path of the news about who shared the seller’s listings. {uid} stands for the seller.',
  MARKETPLACE_LOGIN_USER_FIELD: 'Name of the sign-in field for the user name.',
  MARKETPLACE_LOGIN_PASSWORD_FIELD: 'Name of the sign-in field for the password.',
  MARKETPLACE_BOOTSTRAP_PATHS:
    'Pages that contain the token and the identity of the session, separated by commas. Tried in this order.',
  MARKETPLACE_PROBE_PATH: 'Path of the request that checks whether a session is still valid.',
  MARKETPLACE_TOKEN_HEADER: 'Name of the header that carries the token of a request that changes something.',
  MARKETPLACE_MIN_PRICE: 'The minimum price of a listing, in whole dollars.',
  MARKETPLACE_MAX_PRICE: 'The maximum price of a listing, in whole dollars.',
  MARKETPLACE_SHARE_LIMIT_WORDS: 'Error names that mean too many shares (share jail), separated by commas.',
  MARKETPLACE_PARTIAL_UPDATE_ALLOWED: 'Whether a price change can send only the price instead of the whole listing.',
  MARKETPLACE_SORT_BY: 'The order in which Hangtag reads the closet.',
  MARKETPLACE_SEARCH_COUNT_AS: 'How a search for comps sends the number of results: number or text.',
  MARKETPLACE_PM_VERSION:
    'The web site version to name in requests. By default the one that the site’s own page tells.',
  MARKETPLACE_APP_VERSION: 'The app version to name in requests.',
};
