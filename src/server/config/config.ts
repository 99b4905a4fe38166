// Reads and checks the environment at startup.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { leastPasswordLength } from '#domain/account.ts';
import { closetMaxAge } from '#domain/bot/schedule/closet-reading.ts';
import { editsBetween } from '#domain/text/edit-distance.ts';
import { isLoopback } from '#domain/text/loopback.ts';
import { areSecretKeys, areWebKeys } from '#domain/text/written-keys.ts';
import { type Profile, readProfile } from '#marketplace/profile/profile.ts';
import { readSwitches, type Switches } from '#marketplace/protocol/read-switches.ts';
import { defaultSwitches } from '#marketplace/protocol/switches.ts';
import { type Key, keys, noMarketplace, switchSentences } from './config-keys.ts';
import { secretKeys } from './value-kinds.ts';

/** All configuration mistakes, one sentence each. Never contains a secret. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

type Env = Record<string, string | undefined>;

type ReadValues = { [K in keyof typeof keys]: (typeof keys)[K] extends Key<infer T> ? T | undefined : never };

export type Config = ReturnType<typeof settle> & {
  /** Of the practice marketplace: without the profile, which describes the real one. */
  switches: Switches;
  real: { switches: Switches; inForce: ProfileInForce | null };
  warnings: string[];
};

/**
 * Reads the environment and the marketplace profile. Throws one `ConfigError` that lists every mistake. A command that makes a new
 * profile ignores the one that there is, because it may be what needs to be replaced.
 */
export function readConfig(env: Env, { ignoreProfile = false }: { ignoreProfile?: boolean } = {}): Config {
  const mistakes: string[] = [];
  const given = Object.fromEntries(
    Object.entries(keys).map(([name, one]) => [name, readKey<unknown>(one, env, mistakes)]),
  ) as ReadValues;
  const { switches, mistakes: switchMistakes } = readSwitches(env, defaultSwitches);
  mistakes.push(...contradictions(given, env), ...keyFileMistakes(given), ...switchMistakes);
  const settled = settle(given);
  const found = ignoreProfile ? { inForce: null } : readProfileInForce(given.marketplaceProfile, settled.dataDir);
  if ('mistake' in found) mistakes.push(found.mistake);
  const inForce = 'inForce' in found ? found.inForce : null;
  // What the operator set in a variable wins over the profile.
  const merged = readSwitches(env, { ...defaultSwitches, ...inForce?.profile.switches });
  mistakes.push(...merged.mistakes.filter((mistake) => !mistakes.includes(mistake)));
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return { ...settled, switches, real: { switches: merged.switches, inForce }, warnings: warningsOf(given, env) };
}

function readKey<T>(one: Key<T>, env: Env, mistakes: string[]): T | undefined {
  let text = env[one.name]?.trim();
  const file = one.secret && env[`${one.name}_FILE`]?.trim();
  if (!text && file) {
    try {
      text = readFileSync(file, 'utf8').trim();
    } catch {
      mistakes.push(unreadableFile(`${one.name}_FILE`, file));
      return undefined;
    }
  }
  if (!text) return undefined;
  const value = one.read(text);
  if (value === null) mistakes.push(`${one.name} ${one.must}.`);
  return value ?? undefined;
}

const mayReveal = (given: ReadValues): boolean =>
  !given.smtpUrl && !given.publicUrl && !given.trustProxy && isLoopback(given.host ?? '127.0.0.1');

const revealing = (given: ReadValues): 'always' | 'to start link' | 'never' => {
  const chosen = given.revealResetToken ?? mayReveal(given);
  return chosen === 'link' ? 'to start link' : chosen ? 'always' : 'never';
};

/** Mistakes in combinations of variables. */
function contradictions(given: ReadValues, env: Env): string[] {
  const { role = 'all', practice = true } = given;
  /** A variable that is invalid on its own has already been reported. */
  const isUnset = ({ name }: { name: string }): boolean => !env[name]?.trim() && !env[`${name}_FILE`]?.trim();
  const rules: [boolean, string][] = [
    [
      (given.revealResetToken ?? false) !== false && !mayReveal(given),
      'REVEAL_RESET_TOKEN must not be true or link if SMTP_URL, PUBLIC_URL, or TRUST_PROXY is set, or if HOST is not a loopback address: anyone could take over any account. Remove it.',
    ],
    [
      given.smtpUrl !== undefined && isUnset(keys.mailFrom),
      'MAIL_FROM must be set if SMTP_URL is set, for example Hangtag <mail@example.com>.',
    ],
    [
      practice && role !== 'all' && given.practiceUrl === undefined,
      `PRACTICE_URL must be the address of a running practice marketplace if ROLE is ${role}. To do without practice closets, set PRACTICE=false.`,
    ],
    [!practice && given.practiceUrl !== undefined, 'PRACTICE_URL is set, but PRACTICE is false. Remove one of them.'],
    [
      given.practiceKey !== undefined && given.practiceUrl === undefined,
      'PRACTICE_URL must be set if PRACTICE_KEY is set: it is the address of the practice marketplace that the key belongs to.',
    ],
    [
      !practice && given.marketplaceUrl === noMarketplace,
      'MARKETPLACE_URL must not be none if PRACTICE is false: otherwise sellers have no marketplace to connect to.',
    ],
    [
      // SECRET_KEY_FILE is a variable of its own.
      Boolean(env[keys.secretKey.name]?.trim()) && given.secretKeyFile !== undefined,
      'SECRET_KEY and SECRET_KEY_FILE are both set. Remove one of them.',
    ],
    [
      given.webKeyFile !== undefined && role !== 'web',
      `WEB_KEY_FILE is only for ROLE=web, but ROLE is ${role}: a process that runs bots needs the secret key.`,
    ],
    [given.aiBaseUrl !== undefined && isUnset(keys.aiModel), 'AI_MODEL must be set if AI_BASE_URL is set.'],
    [
      isUnset(keys.aiBaseUrl) && (given.aiModel ?? given.aiApiKey) !== undefined,
      'AI_BASE_URL must be set if AI_MODEL or AI_API_KEY is set.',
    ],
  ];
  return rules.flatMap(([isBroken, sentence]) => (isBroken ? [sentence] : []));
}

/** `command`: one of the operator's commands. It serves nothing and runs no bots. ROLE can't be set to it. */
type Role = 'all' | 'web' | 'worker' | 'command';

const poshmark = (): URL => new URL('https://poshmark.com');

function settle(given: ReadValues) {
  const host = given.host ?? '127.0.0.1';
  return {
    port: given.port ?? 5000,
    /** Otherwise `hangtag` takes the next port that is free. */
    isPortGiven: given.port !== undefined,
    host,
    dataDir: given.dataDir ?? './data',
    databaseUrl: given.databaseUrl,
    role: (given.role ?? 'all') as Role,
    marketplaceUrl: given.marketplaceUrl === noMarketplace ? null : (given.marketplaceUrl ?? poshmark()),
    marketplaceProfile: given.marketplaceProfile,
    practice: given.practice ?? true,
    practiceUrl: given.practiceUrl ?? null,
    practiceKey: given.practiceKey,
    secretKey: given.secretKey,
    secretKeyFile: given.secretKeyFile,
    webKeyFile: given.webKeyFile,
    backupPassword: given.backupPassword,
    publicUrl: given.publicUrl ?? null,
    trustedProxies: given.trustProxy ?? ({ kind: 'none' } as const),
    mail: given.smtpUrl && given.mailFrom ? { url: given.smtpUrl, from: given.mailFrom } : null,
    revealResetToken: revealing(given),
    ai:
      given.aiBaseUrl && given.aiModel
        ? { baseUrl: given.aiBaseUrl, apiKey: given.aiApiKey, model: given.aiModel }
        : null,
    shareIntervalMs: given.shareIntervalMs ?? 2000,
    closetMaxAgeMinutes: given.closetMaxAgeMinutes ?? closetMaxAge.standard,
    botsPaused: given.botsPaused ?? false,
    budgetFactor: given.budgetFactor ?? 1,
    registration: given.registration ?? 'open',
    passwordMinLength: given.passwordMinLength ?? leastPasswordLength,
    refusesCommonPasswords: given.refusesCommonPasswords ?? (given.publicUrl !== undefined || !isLoopback(host)),
    metricsToken: given.metricsToken,
    operatorToken: given.operatorToken,
    operator: { name: given.operatorName ?? null, email: given.operatorEmail ?? null },
    analytics: given.analytics ?? false,
    logLevel: given.logLevel ?? 'info',
    /** Values that must never be logged. */
    secrets: [
      given.databaseUrl,
      given.practiceKey,
      given.secretKey,
      given.backupPassword,
      given.smtpUrl,
      given.aiApiKey,
      given.metricsToken,
      given.operatorToken,
    ].filter((one) => one !== undefined),
  };
}

const knownNames = [
  ...Object.values(keys).flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])),
  ...Object.keys(switchSentences),
];

/** A name that differs from a known one by this many letters is probably a typo. */
const mostTypos = 2;

function warningsOf({ publicUrl, host, trustProxy, ...given }: ReadValues, env: Env): string[] {
  const warnings = Object.keys(env)
    .filter((name) => name.length >= 6 && !knownNames.includes(name))
    .flatMap((name) => {
      const meant = knownNames.find((known) => known.length >= 6 && editsBetween(name, known, mostTypos) <= mostTypos);
      return meant ? [`Hangtag does not use ${name}. Did you mean ${meant}?`] : [];
    });
  const isPlain = publicUrl
    ? publicUrl.protocol === 'http:' && !isLoopback(publicUrl.hostname)
    : !isLoopback(host ?? '127.0.0.1');
  if (isPlain)
    warnings.push(
      'Connections are unencrypted, so others on the network can read passwords and cookies. Put a reverse proxy with HTTPS in front and set PUBLIC_URL.',
    );
  if (publicUrl?.protocol === 'https:' && trustProxy === undefined)
    warnings.push(
      'PUBLIC_URL starts with https, so a reverse proxy is in front, but TRUST_PROXY is not set. All visitors count as one, and one of them can lock out the others. Set TRUST_PROXY=1.',
    );
  if (given.role === 'web' && (given.webKeyFile ?? '') === '')
    warnings.push(
      'This web process has the secret key, so anyone who takes it over can read all credentials. It needs only a web key: make one with npm run hangtag -- web-key FILE, and set WEB_KEY_FILE instead.',
    );
  if (given.webKeyFile !== undefined && (given.secretKey ?? given.secretKeyFile) !== undefined)
    warnings.push(
      'This web process has a web key and does not use SECRET_KEY. Remove SECRET_KEY and its file from this machine.',
    );
  return warnings;
}

type KeyFiles = { secretKeyFile: string | undefined; webKeyFile: string | undefined };

/** One sentence for the key file in use, if it can't be used. Never contains what is in the file. */
function keyFileMistakes({ secretKeyFile, webKeyFile }: KeyFiles): string[] {
  if (webKeyFile !== undefined)
    return mistakeOf(webKeyFile, {
      name: 'WEB_KEY_FILE',
      isRight: areWebKeys,
      must: 'must name a web key. Make one where the worker has its secret key: npm run hangtag -- web-key FILE',
    });
  if (secretKeyFile === undefined) return [];
  return mistakeOf(secretKeyFile, {
    name: 'SECRET_KEY_FILE',
    isRight: areSecretKeys,
    must: `must name a file with a key. The key ${secretKeys.must}`,
  });
}

function mistakeOf(
  file: string,
  { name, isRight, must }: { name: string; isRight(text: string): boolean; must: string },
): string[] {
  try {
    return isRight(readFileSync(file, 'utf8')) ? [] : [`${name} ${must}.`];
  } catch {
    return [unreadableFile(name, file)];
  }
}

const unreadableFile = (name: string, file: string): string =>
  `Hangtag can't read the file that ${name} names: ${file}. Check the path and the file's permissions.`;

type ProfileInForce = { profile: Profile; file: string };

/** The file that MARKETPLACE_PROFILE names, or else `marketplace-profile.json` in the data folder, whether it exists or not. */
export const profileFile = (named: string | undefined, dataDir: string): string =>
  named ?? path.join(dataDir, 'marketplace-profile.json');

/** null: there is none. A mistake is one sentence. Only a file that was named must exist. */
function readProfileInForce(
  named: string | undefined,
  dataDir: string,
): { inForce: ProfileInForce | null } | { mistake: string } {
  const file = profileFile(named, dataDir);
  if (named === undefined && !existsSync(file)) return { inForce: null };
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {
      mistake: `Hangtag can't read the marketplace profile ${file}. Check the path and the file's permissions.`,
    };
  }
  const { profile, mistake } = readProfile(text);
  if (profile === undefined)
    return {
      mistake: `The marketplace profile ${file} can't be used: ${mistake}. Fix it, make a new one with npm run hangtag -- drift FILE --write, or remove it.`,
    };
  return { inForce: { profile, file } };
}
