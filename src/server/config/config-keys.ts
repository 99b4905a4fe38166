// Every environment variable, with its parser, default and description.

import { BlockList, isIP } from 'node:net';
import { leastPasswordLength, mostAskedPasswordLength } from '#domain/account.ts';
import { originMistake } from '#marketplace/protocol/origin.ts';

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

const wholeNumber = (least: number, most: number) => ({
  must: `must be a whole number from ${least} to ${most}`,
  read: (text: string) => (/^\d{1,9}$/.test(text) && +text >= least && +text <= most ? +text : null),
});
const flag = {
  must: 'must be true or false',
  read: (text: string) => ({ true: true, '1': true, false: false, '0': false })[text.toLowerCase()] ?? null,
};
const oneOf = <T extends string>(...words: readonly T[]) => ({
  must: `must be one of ${words.join(', ')}`,
  read: (text: string) => words.find((word) => word === text) ?? null,
});
const anyText = { must: 'must be one line of text', read: (text: string) => (/\p{Cc}/u.test(text) ? null : text) };
const hostAddress = {
  must: 'must be an address of this machine, such as 127.0.0.1, 0.0.0.0, or localhost',
  read: (text: string) => (isIP(text) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) ? text : null),
};
const origin = {
  must: 'must be an address such as https://hangtag.example, without a path',
  read: (text: string) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !/[?#@]/.test(text);
    return isOrigin ? url : null;
  },
};
/** Distinguishes a server without a real marketplace from one that uses the default. */
export const noMarketplace = 'none';
const marketplaceOrigin = {
  must: 'must be an address such as https://poshmark.com, without a path; plain http is allowed only for loopback and private hosts',
  read: (text: string) => (originMistake(text) === null ? new URL(text) : null),
};
const address = (...protocols: string[]) => ({
  must: `must be an address that starts with ${protocols.map((one) => `${one}//`).join(' or ')}`,
  read: (text: string) => (URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : null),
});
const oneDatabase = address('postgres:', 'postgresql:');
/** One server, or several separated by commas, as libpq reads it. */
const databaseAddress = {
  ...oneDatabase,
  read: (text: string) => (oneDatabase.read(text.replace(/(,[^,/@?#]+)+(?=[/?#]|$)/, '')) === null ? null : text),
};

const modelAddress = {
  must: 'must be an address such as https://api.example.com/v1, without a user name, query, or fragment; plain http is allowed only for loopback and private hosts',
  read: (text: string) => {
    const url = URL.canParse(text) && !/[?#@]/.test(text) ? new URL(text) : null;
    return url === null || originMistake(url.origin) !== null ? null : text.replace(/\/+$/, '');
  },
};

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
    says: 'The address to listen on. 127.0.0.1 accepts connections from this machine only; 0.0.0.0 accepts them on every network address.',
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
    ...anyText,
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
    says: 'For ROLE=web, instead of the secret key: the file that npm run hangtag -- web-key FILE makes. With it, a web process can seal what sellers entrust, and can’t open it.',
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
    must: 'must be a number of proxies, or addresses and networks separated by commas',
    read: readTrustedProxies,
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
    says: 'The average pause between two shares, in milliseconds. The actual pauses vary.',
    ...wholeNumber(0, 3_600_000),
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
    says: 'Multiplies how often each account, each network address, and all of them together may use Hangtag. Raise it if many sellers share one address. It does not loosen the limits on guessing passwords.',
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
  MARKETPLACE_PM_VERSION: 'The web site version to name in requests.',
  MARKETPLACE_APP_VERSION: 'The app version to name in requests.',
};

/** Reads `TRUST_PROXY`: a number of proxies, or addresses and networks. Returns null if it is neither. */
function readTrustedProxies(text: string) {
  if (/^\d{1,2}$/.test(text)) return Number(text) === 0 ? null : { kind: 'hops' as const, count: Number(text) };
  const list = new BlockList();
  for (const part of text.split(',').map((one) => one.trim())) {
    const [network = '', prefix] = part.split('/');
    const version = isIP(network);
    const most = version === 4 ? 32 : 128;
    if (version === 0 || (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= most))) return null;
    list.addSubnet(network, prefix === undefined ? most : Number(prefix), version === 4 ? 'ipv4' : 'ipv6');
  }
  return { kind: 'networks' as const, list };
}
