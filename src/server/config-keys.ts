// Every environment variable, with its parser, default and description.

import { BlockList, isIP } from 'node:net';
import { leastPasswordLength, mostPasswordLength } from '#domain/account.ts';
import { originMistake } from '#marketplace/protocol/origin.ts';

/** One variable. `read` gives null for a text that is not what it `must` be. */
export type Key<T> = {
  name: string;
  /** What holds where it is unset, in words, for the hosting page. */
  standard: string;
  says: string;
  must: string;
  read(text: string): T | null;
  /** May also be given as a file's path in `NAME_FILE`, and is never printed. */
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
const origin = {
  must: 'must be an address such as https://hangtag.example, without a path',
  read: (text: string) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !/[?#@]/.test(text);
    return isOrigin ? url : null;
  },
};
const marketplaceOrigin = {
  must: 'must be an address such as https://poshmark.com, without a path; plain http is for loopback and private hosts',
  read: (text: string) => (originMistake(text) === null ? new URL(text) : null),
};
const address = (...protocols: string[]) => ({
  must: `must be an address that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`,
  read: (text: string) => (URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : null),
});

const modelAddress = {
  must: 'must be an address such as https://api.example.com/v1, without user, query or fragment; plain http is for loopback and private hosts',
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
    says: 'Where the web app and the API listen.',
    ...wholeNumber(0, 65_535),
  }),
  host: key({
    name: 'HOST',
    standard: '127.0.0.1',
    says: 'The address they listen on; 0.0.0.0 is every one of this machine.',
    ...anyText,
  }),
  dataDir: key({
    name: 'DATA_DIR',
    standard: './data',
    says: 'The embedded database, the generated secret key and the state of the practice marketplace.',
    ...anyText,
  }),
  databaseUrl: key({
    name: 'DATABASE_URL',
    standard: 'an embedded PostgreSQL in DATA_DIR',
    says: 'A PostgreSQL of your own, 15 or newer, for many machines.',
    secret: true,
    ...address('postgres:', 'postgresql:'),
  }),
  role: key({
    name: 'ROLE',
    standard: 'all',
    says: 'What this process does: all, web or worker. Any number of web and worker processes may share one DATABASE_URL.',
    ...oneOf('all', 'web', 'worker'),
  }),
  marketplaceUrl: key({
    name: 'MARKETPLACE_URL',
    standard: 'unset: only the practice marketplace',
    says: 'The real marketplace, https://poshmark.com. Closets are linked to it unless the seller chose practice.',
    ...marketplaceOrigin,
  }),
  practice: key({ name: 'PRACTICE', standard: 'true', says: 'Practice closets and Watch Demo.', ...flag }),
  practiceUrl: key({
    name: 'PRACTICE_URL',
    standard: 'the bundled stand-in, started with ROLE=all',
    says: 'A stand-in marketplace that runs already.',
    ...marketplaceOrigin,
  }),
  practiceKey: key({
    name: 'PRACTICE_KEY',
    standard: 'unset: the stand-in is on this machine',
    says: 'The control key of the stand-in at PRACTICE_URL, which has one where other machines reach it.',
    secret: true,
    ...anyText,
  }),
  secretKey: key({
    name: 'SECRET_KEY',
    standard: 'generated once into DATA_DIR',
    says: 'The key that wraps stored marketplace credentials: 32 bytes as hex or base64url. Several, separated by commas: the first encrypts, all decrypt.',
    ...anyText,
  }),
  secretKeyFile: key({ name: 'SECRET_KEY_FILE', standard: 'unset', says: 'A file with the same.', ...anyText }),
  publicUrl: key({
    name: 'PUBLIC_URL',
    standard: 'the listening address',
    says: 'The address by which people reach this installation: links in mails, canonical links, and Secure cookies where it is https.',
    ...origin,
  }),
  trustProxy: key({
    name: 'TRUST_PROXY',
    standard: 'off',
    says: 'Which proxies may tell the address of a client: how many stand in front, or their addresses and networks separated by commas.',
    must: 'must be a number of proxies, or addresses and networks separated by commas',
    read: readTrustedProxies,
  }),
  smtpUrl: key({
    name: 'SMTP_URL',
    standard: 'unset: no mail is sent',
    says: 'The mail server for reset links, contact messages and alerts.',
    secret: true,
    ...address('smtp:', 'smtps:'),
  }),
  mailFrom: key({
    name: 'MAIL_FROM',
    standard: 'unset',
    says: 'Who mails come from. Needed with SMTP_URL.',
    must: 'must be a mail address such as Hangtag <mail@example.com>',
    read: (text) => (/^[^\r\n]*[^\s<>@]+@[^\s<>@]+>?$/.test(text) ? text : null),
  }),
  revealResetToken: key({
    name: 'REVEAL_RESET_TOKEN',
    standard: 'true on this machine alone, without mail, PUBLIC_URL and TRUST_PROXY; else false',
    says: 'Whether forgot-password answers with the reset token. It opens accounts, so it is refused anywhere else.',
    ...flag,
  }),
  aiBaseUrl: key({
    name: 'AI_BASE_URL',
    standard: 'unset: the embedded engine alone',
    says: 'Any OpenAI-compatible server with a model that sees pictures, hosted or your own: https://api.openai.com/v1, http://localhost:11434/v1. A photo goes there only where the seller says so.',
    ...modelAddress,
  }),
  aiApiKey: key({
    name: 'AI_API_KEY',
    standard: 'unset',
    says: 'Its key, where it wants one.',
    secret: true,
    must: 'must be letters, digits and signs without spaces',
    read: (text) => (/^[\x21-\x7e]{1,1000}$/.test(text) ? text : null),
  }),
  aiModel: key({
    name: 'AI_MODEL',
    standard: 'unset',
    says: "The model's name, as its server knows it. Needed with AI_BASE_URL.",
    must: 'must be the name of a model, at most 200 characters',
    read: (text) => (/\p{Cc}/u.test(text) || text.length > 200 ? null : text),
  }),
  shareIntervalMs: key({
    name: 'SHARE_INTERVAL_MS',
    standard: '2000',
    says: 'Mean of the human-like pause between two shares, in milliseconds.',
    ...wholeNumber(0, 3_600_000),
  }),
  botsPaused: key({
    name: 'BOTS_PAUSED',
    standard: 'false',
    says: 'Holds every bot: no shares and no offers are sent, sellers read so, and bots go on by themselves when it is gone. Set it for every process.',
    ...flag,
  }),
  registration: key({
    name: 'REGISTRATION',
    standard: 'open',
    says: 'Who may make an account: open, everybody who reaches this installation; closed, nobody any more. Demo closets go by PRACTICE.',
    ...oneOf('open', 'closed'),
  }),
  passwordMinLength: key({
    name: 'PASSWORD_MIN_LENGTH',
    standard: String(leastPasswordLength),
    says: 'The least length of a password.',
    ...wholeNumber(leastPasswordLength, mostPasswordLength),
  }),
  metricsToken: key({
    name: 'METRICS_TOKEN',
    standard: 'unset: /metrics answers this machine alone',
    says: 'Bearer token that opens /metrics to others.',
    secret: true,
    must: 'must be 16 or more letters, digits and signs without spaces',
    read: (text) => (/^[\x21-\x7e]{16,500}$/.test(text) ? text : null),
  }),
  operatorName: key({
    name: 'OPERATOR_NAME',
    standard: 'unset',
    says: 'Who runs this installation, for the privacy and terms pages.',
    ...anyText,
  }),
  operatorEmail: key({
    name: 'OPERATOR_EMAIL',
    standard: 'unset',
    says: 'Where contact messages go, and the contact in what the marketplace sees.',
    must: 'must be a mail address',
    read: (text) => (/^[^\s,;:<>()[\]"\\@]+@[^\s,;:<>()[\]"\\@]+$/.test(text) ? text : null),
  }),
  analytics: key({
    name: 'ANALYTICS',
    standard: 'false',
    says: 'Counts clicks on the buttons of the visitors’ pages: totals for /metrics, nothing about who clicked, nothing for third parties.',
    ...flag,
  }),
  logLevel: key({
    name: 'LOG_LEVEL',
    standard: 'info',
    says: 'How much the log tells.',
    ...oneOf('silent', 'error', 'warn', 'info', 'debug'),
  }),
};

/** The switches of the marketplace connector, which reads and checks them itself. */
export const switchSentences: Record<string, string> = {
  MARKETPLACE_SHARE_PATH: 'Path of one share; {id} stands for the listing.',
  MARKETPLACE_LOGIN_USER_FIELD: 'Field of the sign-in that carries the name.',
  MARKETPLACE_LOGIN_PASSWORD_FIELD: 'Field of the sign-in that carries the password.',
  MARKETPLACE_BOOTSTRAP_PATHS: 'Pages that carry token and identity, separated by commas, tried in this order.',
  MARKETPLACE_PROBE_PATH: 'The call that proves a session.',
  MARKETPLACE_MIN_PRICE: 'The least price of a listing, in whole dollars.',
  MARKETPLACE_MAX_PRICE: 'The highest price of a listing, in whole dollars.',
  MARKETPLACE_SHARE_LIMIT_WORDS: 'Error names that mean too many shares, separated by commas.',
  MARKETPLACE_PARTIAL_UPDATE_ALLOWED: 'Whether a price change may send the price alone.',
  MARKETPLACE_SORT_BY: 'Order in which the closet is read.',
  MARKETPLACE_PM_VERSION: 'Version of the site that is named in calls.',
  MARKETPLACE_APP_VERSION: 'Version of the app that is named in calls.',
};

/** Reads `TRUST_PROXY`: a number of hops, or addresses and networks. null: it is neither. */
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
