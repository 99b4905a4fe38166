import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const mistakesOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
};

const folder = mkdtempSync(join(tmpdir(), 'config-'));
afterAll(() => rmSync(folder, { recursive: true }));
const written = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const hexKey = 'ab'.repeat(32);
const secretKeyFile = written('secret.key', `${hexKey}\n`);
const webKeyFile = written('web.key', `hangtag-web-key-1:${'A'.repeat(86)}\n`);

describe('an empty environment', () => {
  it('gives the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      port: 5000,
      host: '127.0.0.1',
      dataDir: './data',
      databaseUrl: undefined,
      role: 'all',
      practice: true,
      marketplaceUrl: new URL('https://poshmark.com'),
      publicUrl: null,
      mail: null,
      ai: null,
      revealResetToken: 'always',
      shareIntervalMs: 2000,
      closetMaxAgeMinutes: 60,
      botsPaused: false,
      passwordMinLength: 6,
      trustedProxies: { kind: 'none' },
      warnings: [],
    });
  });

  it('has no real marketplace if MARKETPLACE_URL is none', () => {
    expect(readConfig({ MARKETPLACE_URL: 'none' }).marketplaceUrl).toBeNull();
  });

  it('has the same result if every variable is empty', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', SMTP_URL: '' })).toEqual(readConfig({}));
  });
});

describe('a mistake', () => {
  const cases: [string, string][] = [
    ['PORT', '70000'],
    ['PORT', '5000.5'],
    ['PORT', '0x50'],
    ['HOST', 'not a host'],
    ['HOST', 'http://localhost'],
    ['ROLE', 'both'],
    ['OPERATOR_TOKEN', 'thirty-one-characters-not-enough'.slice(1)],
    ['PRACTICE', 'yes'],
    ['PRACTICE', 'constructor'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://one:port,two/x'],
    ['DATABASE_URL', 'postgres://me:100%secret@one/x'],
    ['MARKETPLACE_URL', 'poshmark.com'],
    ['MARKETPLACE_URL', 'https://user:secret@poshmark.com'],
    ['MARKETPLACE_URL', 'http://poshmark.com'],
    ['PRACTICE_URL', 'http://standin.example'],
    ['PUBLIC_URL', 'https://hangtag.example/app'],
    ['PUBLIC_URL', 'ftp://hangtag.example'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['DATABASE_URL', 'postgres://me:12#secret@one/x'],
    ['DATABASE_URL', 'postgres://me:12?secret@one/x'],
    ['DATABASE_URL', 'postgres://me:12/secret@one/x'],
    ['DATABASE_URL', 'postgres://me:12?secret@one:5432,two:5432/x'],
    ['SMTP_URL', 'smtps://me:12#secret@mail.example.com'],
    ['SMTP_URL', 'smtps://me:secret?@mail.example.com'],
    ['SMTP_URL', 'smtps://12?secret@mail.example.com'],
    ['SMTP_URL', 'https://mail.example.com'],
    ['SMTP_URL', 'smtps://me:100%secret@mail.example.com'],
    ['REVEAL_RESET_TOKEN', 'maybe'],
    ['AI_BASE_URL', 'localhost:11434/v1'],
    ['AI_BASE_URL', 'ftp://models.example/v1'],
    ['AI_BASE_URL', 'https://me:secret@models.example/v1'],
    ['AI_BASE_URL', 'https://models.example/v1?key=secret'],
    ['AI_BASE_URL', 'http://models.example/v1'],
    ['AI_API_KEY', 'a key with spaces'],
    ['AI_MODEL', 'm'.repeat(201)],
    ['SHARE_INTERVAL_MS', '-1'],
    ['CLOSET_MAX_AGE_MINUTES', '1441'],
    ['BOTS_PAUSED', 'yes'],
    ['REGISTRATION', 'invite'],
    ['PASSWORD_MIN_LENGTH', '5'],
    ['METRICS_TOKEN', 'short'],
    ['SECRET_KEY', 'secret'],
    ['SECRET_KEY', `${hexKey},secret`],
    ['SECRET_KEY', ','],
    ['BACKUP_PASSWORD', 'short'],
    ['OPERATOR_EMAIL', 'a@b.co, c@d.co'],
    ['LOG_LEVEL', 'loud'],
    ['MARKETPLACE_SHARE_PATH', 'nowhere'],
  ];
  it.each(cases)('in %s=%s is one line that names it and repeats nothing', (name, value) => {
    const company = {
      SMTP_URL: { MAIL_FROM: 'a@b.co' },
      AI_BASE_URL: { AI_MODEL: 'm' },
      AI_API_KEY: { AI_BASE_URL: 'http://localhost:1', AI_MODEL: 'm' },
      AI_MODEL: {},
    };
    const mistakes = mistakesOf({ ...Object.entries(company).find(([one]) => one === name)?.[1], [name]: value });
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toMatch(new RegExp(`^${name} must`));
    expect(mistakes[0]).not.toContain('secret');
  });

  const together: [string, Record<string, string>, RegExp][] = [
    ['mail without a sender', { SMTP_URL: 'smtp://mail.example.com' }, /^MAIL_FROM/],
    ['a worker without a stand-in', { ROLE: 'worker' }, /^PRACTICE_URL/],
    ['nothing to link', { PRACTICE: 'false', MARKETPLACE_URL: 'none' }, /^MARKETPLACE_URL/],
    ['a key for no stand-in', { PRACTICE_KEY: 'a-long-key' }, /^PRACTICE_URL/],
    ['two keys', { SECRET_KEY: hexKey, SECRET_KEY_FILE: secretKeyFile }, /^SECRET_KEY and/],
    [
      'a file of a key that is not there',
      { SECRET_KEY_FILE: '/nowhere/at/all' },
      /file that SECRET_KEY_FILE names: \/nowhere/,
    ],
    ['a file without a key', { SECRET_KEY_FILE: webKeyFile }, /^SECRET_KEY_FILE must name a file with a key/],
    [
      'a file without a web key',
      { ROLE: 'web', PRACTICE: 'false', WEB_KEY_FILE: secretKeyFile },
      /^WEB_KEY_FILE must name a web key/,
    ],
    [
      'a web key for a worker',
      { ROLE: 'worker', PRACTICE: 'false', WEB_KEY_FILE: webKeyFile },
      /^WEB_KEY_FILE is only for ROLE=web/,
    ],
    ['a model without an address', { AI_MODEL: 'x' }, /^AI_BASE_URL/],
    ['a model’s address without a name', { AI_BASE_URL: 'http://localhost:1' }, /^AI_MODEL/],
    [
      'a file that is not there',
      { DATABASE_URL_FILE: '/nowhere/at/all' },
      /file that DATABASE_URL_FILE names: \/nowhere/,
    ],
  ];
  it.each(together)('is found: %s', (_, env, sentence) => {
    expect(mistakesOf(env)).toEqual([expect.stringMatching(sentence)]);
  });

  it('in a key is reported together with all others', () => {
    const mistakes = mistakesOf({ PORT: 'x', SECRET_KEY: 'hunter2', LOG_LEVEL: 'z', MARKETPLACE_MIN_PRICE: 'q' });
    expect(mistakes.map((one) => one.split(' ')[0])).toEqual([
      'PORT',
      'SECRET_KEY',
      'LOG_LEVEL',
      'MARKETPLACE_MIN_PRICE',
    ]);
    expect(mistakes.join()).not.toContain('hunter2');
  });
});

describe('REVEAL_RESET_TOKEN', () => {
  const exposed: Record<string, string>[] = [
    { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'a@b.co' },
    { PUBLIC_URL: 'http://localhost:5000' },
    { TRUST_PROXY: '1' },
    { HOST: '0.0.0.0' },
    { HOST: '192.168.1.5' },
  ];
  it.each(exposed)('is off with %o, and can’t be switched on', (env) => {
    expect(readConfig(env).revealResetToken).toBe('never');
    expect(mistakesOf({ ...env, REVEAL_RESET_TOKEN: 'true' })).toEqual([
      expect.stringMatching(/^REVEAL_RESET_TOKEN must not/),
    ]);
  });

  it.each(['127.0.0.1', 'localhost', '::1'])(
    'is on if the server listens only on %s, and can be switched off, or on for the start’s own link alone',
    (host) => {
      expect(readConfig({ HOST: host }).revealResetToken).toBe('always');
      expect(readConfig({ HOST: host, REVEAL_RESET_TOKEN: 'link' }).revealResetToken).toBe('to start link');
      expect(readConfig({ HOST: host, REVEAL_RESET_TOKEN: '0' }).revealResetToken).toBe('never');
    },
  );
});

describe('a secret', () => {
  it('may come from a file', () => {
    const file = written('url', 'postgres://u:p@db/x\n');
    const config = readConfig({ DATABASE_URL_FILE: file });
    expect(config.databaseUrl).toBe('postgres://u:p@db/x');
    expect(config.secrets).toEqual(['postgres://u:p@db/x']);
  });
});

describe('a warning', () => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ DATABASE_URI: 'x' }, /^Hangtag does not use DATABASE_URI\. Did you mean DATABASE_URL\?$/],
    [{ SMPT_URL: 'x' }, /SMTP_URL/],
    [{ MARKETPLACE_SHARE_PATHS: 'x' }, /MARKETPLACE_SHARE_PATH\?/],
    [{ HOST: '0.0.0.0' }, /unencrypted/],
    [{ PUBLIC_URL: 'http://hangtag.example' }, /unencrypted/],
    [{ PUBLIC_URL: 'https://hangtag.example' }, /TRUST_PROXY=1/],
    [{ ROLE: 'web', PRACTICE: 'false' }, /This web process has the secret key/],
    [{ ROLE: 'web', PRACTICE: 'false', WEB_KEY_FILE: webKeyFile, SECRET_KEY_FILE: '/c' }, /Remove SECRET_KEY/],
  ];
  it.each(cases)('is given for %o', (env, sentence) => {
    expect(readConfig(env).warnings).toEqual([expect.stringMatching(sentence)]);
  });

  it('is not given for a web process that has only a web key', () => {
    expect(readConfig({ ROLE: 'web', PRACTICE: 'false', WEB_KEY_FILE: webKeyFile }).warnings).toEqual([]);
  });

  it('is not given for variables of other programs', () => {
    const others = {
      PATH: '/bin',
      HOME: '/root',
      NODE_ENV: 'test',
      npm_config_cache: 'x',
      HOSTNAME: 'a',
      LANGUAGE: 'en',
    };
    expect(readConfig(others).warnings).toEqual([]);
    const proxied = { PUBLIC_URL: 'https://hangtag.example', TRUST_PROXY: '1' };
    expect(readConfig(proxied).warnings).toEqual([]);
  });
});
