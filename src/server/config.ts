import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { leastPasswordLength, mostPasswordLength } from '#domain/account.ts';
import { readSwitches, type Switches } from '#marketplace/switches.ts';

/** What must change before the program can start: one sentence a mistake, all of them at once, no secret in any. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

type Env = Record<string, string | undefined>;
/** One variable. `read` gives null for a text that is not what it `must` be. */
type Key<T> = {
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
const address = (...protocols: string[]) => ({
  must: `must be an address that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`,
  read: (text: string) => (URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : null),
});

const keys = {
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
    ...origin,
  }),
  practice: key({ name: 'PRACTICE', standard: 'true', says: 'Practice closets and Watch Demo.', ...flag }),
  practiceUrl: key({
    name: 'PRACTICE_URL',
    standard: 'the bundled stand-in, started with ROLE=all',
    says: 'A stand-in marketplace that runs already.',
    ...origin,
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
    says: 'Any OpenAI-compatible model that sees pictures.',
    ...address('http:', 'https:'),
  }),
  aiApiKey: key({
    name: 'AI_API_KEY',
    standard: 'unset',
    says: 'Its key, where it wants one.',
    secret: true,
    ...anyText,
  }),
  aiModel: key({ name: 'AI_MODEL', standard: 'unset', says: 'Its name. Needed with AI_BASE_URL.', ...anyText }),
  shareIntervalMs: key({
    name: 'SHARE_INTERVAL_MS',
    standard: '2000',
    says: 'Mean of the human-like pause between two shares, in milliseconds.',
    ...wholeNumber(0, 3_600_000),
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
  logLevel: key({
    name: 'LOG_LEVEL',
    standard: 'info',
    says: 'How much the log tells.',
    ...oneOf('silent', 'error', 'warn', 'info', 'debug'),
  }),
};

/** The switches of the marketplace connector, which reads and checks them itself. */
const switchSentences: Record<string, string> = {
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

type Given = { [K in keyof typeof keys]: (typeof keys)[K] extends Key<infer T> ? T | undefined : never };

export type Config = ReturnType<typeof settle> & { switches: Switches; warnings: string[] };

/** Reads the whole environment. Throws one `ConfigError` with every mistake in it. */
export function readConfig(env: Env): Config {
  const mistakes: string[] = [];
  const given = Object.fromEntries(
    Object.entries(keys).map(([name, one]) => [name, readKey<unknown>(one, env, mistakes)]),
  ) as Given;
  const { switches, mistakes: switchMistakes } = readSwitches(env);
  mistakes.push(...contradictions(given), ...switchMistakes);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return { ...settle(given), switches, warnings: warningsOf(given, env) };
}

function readKey<T>(one: Key<T>, env: Env, mistakes: string[]): T | undefined {
  let text = env[one.name]?.trim();
  const file = one.secret && env[`${one.name}_FILE`]?.trim();
  if (!text && file) {
    try {
      text = readFileSync(file, 'utf8').trim();
    } catch {
      mistakes.push(`${one.name}_FILE names a file that cannot be read: ${file}`);
      return undefined;
    }
  }
  if (!text) return undefined;
  const value = one.read(text);
  if (value === null) mistakes.push(`${one.name} ${one.must}.`);
  return value ?? undefined;
}

const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
const mayReveal = (given: Given): boolean =>
  !given.smtpUrl && !given.publicUrl && !given.trustProxy && isLoopbackHost(given.host ?? '127.0.0.1');

/** What is wrong only together. */
function contradictions(given: Given): string[] {
  const { role = 'all', practice = true } = given;
  const rules: [boolean, string][] = [
    [
      given.revealResetToken === true && !mayReveal(given),
      'REVEAL_RESET_TOKEN must not be true where SMTP_URL, PUBLIC_URL or TRUST_PROXY is set or HOST is not this machine alone: anybody could open any account.',
    ],
    [
      given.smtpUrl !== undefined && given.mailFrom === undefined,
      'MAIL_FROM must be set where SMTP_URL is, for example Hangtag <mail@example.com>.',
    ],
    [
      practice && role !== 'all' && given.practiceUrl === undefined,
      `PRACTICE_URL must name a running stand-in where ROLE is ${role}; or set PRACTICE=false.`,
    ],
    [!practice && given.practiceUrl !== undefined, 'PRACTICE_URL is set while PRACTICE is false: remove one of them.'],
    [
      !practice && given.marketplaceUrl === undefined,
      'MARKETPLACE_URL must be set where PRACTICE is false: else there is nothing to link.',
    ],
    [
      given.secretKey !== undefined && given.secretKeyFile !== undefined,
      'SECRET_KEY and SECRET_KEY_FILE are both set: remove one of them.',
    ],
    [given.aiBaseUrl !== undefined && given.aiModel === undefined, 'AI_MODEL must be set where AI_BASE_URL is.'],
    [
      given.aiBaseUrl === undefined && (given.aiModel ?? given.aiApiKey) !== undefined,
      'AI_BASE_URL must be set where AI_MODEL or AI_API_KEY is.',
    ],
  ];
  return rules.flatMap(([isBroken, sentence]) => (isBroken ? [sentence] : []));
}

function settle(given: Given) {
  const host = given.host ?? '127.0.0.1';
  return {
    port: given.port ?? 5000,
    host,
    dataDir: given.dataDir ?? './data',
    databaseUrl: given.databaseUrl,
    role: given.role ?? 'all',
    marketplaceUrl: given.marketplaceUrl ?? null,
    practice: given.practice ?? true,
    practiceUrl: given.practiceUrl ?? null,
    secretKey: given.secretKey,
    secretKeyFile: given.secretKeyFile,
    publicUrl: given.publicUrl ?? null,
    trustedProxies: given.trustProxy ?? ({ kind: 'none' } as const),
    mail: given.smtpUrl && given.mailFrom ? { url: given.smtpUrl, from: given.mailFrom } : null,
    revealResetToken: given.revealResetToken ?? mayReveal(given),
    ai:
      given.aiBaseUrl && given.aiModel
        ? { baseUrl: given.aiBaseUrl, apiKey: given.aiApiKey, model: given.aiModel }
        : null,
    shareIntervalMs: given.shareIntervalMs ?? 2000,
    passwordMinLength: given.passwordMinLength ?? leastPasswordLength,
    metricsToken: given.metricsToken,
    operator: { name: given.operatorName ?? null, email: given.operatorEmail ?? null },
    logLevel: given.logLevel ?? 'info',
    /** What must never be printed: the log is told. */
    secrets: [given.databaseUrl, given.secretKey, given.smtpUrl, given.aiApiKey, given.metricsToken].filter(
      (one) => one !== undefined,
    ),
  };
}

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

const knownNames = [
  ...Object.values(keys).flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])),
  ...Object.keys(switchSentences),
];

function warningsOf({ publicUrl, host }: Given, env: Env): string[] {
  const warnings = Object.keys(env)
    .filter((name) => name.length >= 6 && !knownNames.includes(name))
    .flatMap((name) => {
      const meant = knownNames.find((known) => known.length >= 6 && isNearly(name, known));
      return meant ? [`${name} is not read. Did you mean ${meant}?`] : [];
    });
  const isPlain = publicUrl
    ? publicUrl.protocol === 'http:' && !isLoopbackHost(publicUrl.hostname)
    : !isLoopbackHost(host ?? '127.0.0.1');
  if (isPlain)
    warnings.push('Passwords and cookies travel unencrypted: put a proxy with https in front, and set PUBLIC_URL.');
  return warnings;
}

/** Whether two names are at most two letters apart. */
function isNearly(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 2) return false;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, against] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (letter === against ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return (row.at(-1) ?? 0) <= 2;
}

/** The hosting page's table, in Markdown: every variable with its sentence. */
export function describeConfig(): string {
  const rows = Object.values(keys).map(({ name, standard, says, secret }) => {
    return `| \`${name}\` | ${standard} | ${says}${secret ? ` Also as a file: \`${name}_FILE\`.` : ''} |`;
  });
  const switches = Object.entries(switchSentences).map(
    ([name, says]) => `| \`${name}\` | the connector's own | ${says} |`,
  );
  return ['| variable | default | meaning |', '|---|---|---|', ...rows, ...switches].join('\n');
}
