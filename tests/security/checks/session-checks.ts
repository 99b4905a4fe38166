// Security checks of sign-in, sessions, and resets, on a running Hangtag.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { runProgram } from '#tests/process.ts';
import { type Checks, person, type RunningServer, registerSeller } from './running-server.ts';

const login = (server: RunningServer, email: string, password = person('').password) =>
  server.call('/api/login', { method: 'POST', body: { email, password } });

const sessionCookie = (cookies: readonly string[]): string =>
  cookies.find((cookie) => cookie.startsWith('__Host-hangtag=')) ?? '';

const usual = [
  ['admin@example.com', 'admin'],
  ['admin@localhost', 'password'],
  ['admin', 'admin'],
  ['demo@example.com', 'demo123'],
  ['root@localhost', 'hangtag'],
];

export const sessionChecks = {
  async 'a new installation has no account that anyone knows'(server) {
    for (const [email = '', password = ''] of usual) {
      const { status } = await server.call('/api/login', {
        method: 'POST',
        body: { email, password },
        from: '127.0.0.7',
      });
      if (status < 400) return `${email} can sign in with “${password}”`;
    }
    return null;
  },

  /** Windows has other permissions than these. A file with nothing but a port in it is no secret. */
  async 'the data folder and the secret key are private'(server) {
    if (process.platform === 'win32') return null;
    const files = readdirSync(server.folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    const open = files
      .map(({ name }) => path.join(server.folder, name))
      .filter((place) => !place.endsWith('.port') && (statSync(place).mode & 0o077) !== 0);
    if (!files.some(({ name }) => name === 'secret.key')) return 'there is no secret.key in the data folder';
    return open.length === 0 ? null : `others can read ${open.map((place) => path.basename(place)).join(', ')}`;
  },

  async 'each sign-in gets a new random token'(server) {
    await registerSeller(server, 'tokens@example.com');
    const tokens = new Set<string>();
    for (let n = 0; n < 20; n++) {
      const cookie = sessionCookie((await login(server, 'tokens@example.com')).cookies);
      tokens.add(cookie.split(';')[0]?.split('=')[1] ?? '');
    }
    const plain = [...tokens].filter((token) => !/^[\w-]{43,}$/.test(token));
    if (plain.length > 0) return `${plain.length} tokens have less than 43 random characters`;
    return tokens.size === 20 ? null : `20 sign-ins got ${tokens.size} tokens`;
  },

  async 'the session cookie has every flag'(server) {
    await registerSeller(server, 'cookie@example.com');
    const cookie = sessionCookie((await login(server, 'cookie@example.com')).cookies);
    const missing = ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/'].filter(
      (flag) => !cookie.split('; ').some((part) => part.toLowerCase() === flag.toLowerCase()),
    );
    if (missing.length > 0 || /;\s*domain=/i.test(cookie))
      return `the cookie lacks ${missing.join(', ') || 'its host'}`;
    const days = Number(/max-age=(\d+)/i.exec(cookie)?.[1] ?? 0) / 86_400;
    return days > 0 && days <= 90 ? null : `the browser keeps the cookie for ${days} days`;
  },

  async 'a logout clears what the browser stored'(server) {
    const cookie = await registerSeller(server, 'leaving@example.com');
    const { headers, cookies } = await server.call('/api/logout', { method: 'POST', headers: { cookie } });
    const cleared = String(headers['clear-site-data']);
    if (!['"cache"', '"storage"'].every((part) => cleared.includes(part))) return `Clear-Site-Data is ${cleared}`;
    // By its name: the cookie by which the browser is known stays.
    if (!/max-age=0/i.test(sessionCookie(cookies))) return 'the session’s cookie is kept';
    const after = await server.call('/api/user', { headers: { cookie } });
    return after.status === 401 ? null : `the old cookie is answered with ${after.status}`;
  },

  async 'the end of a long password matters'(server) {
    const password = `${'long-Password '.repeat(7)}!!`;
    const body = { ...person('long@example.com'), password };
    const made = await server.call('/api/register', { method: 'POST', body });
    if (made.status !== 201) return `a password of ${password.length} characters is refused: ${made.text}`;
    for (const cut of [72, password.length - 1])
      if ((await login(server, 'long@example.com', password.slice(0, cut))).status !== 401)
        return `the first ${cut} characters are enough`;
    const whole = await login(server, 'long@example.com', password);
    return whole.status === 200 ? null : `the whole password is answered with ${whole.status}`;
  },

  async 'asking for a reset says the same with and without an account'(server) {
    await registerSeller(server, 'forgetful@example.com');
    const ask = (email: string) => server.call('/api/auth/forgot-password', { method: 'POST', body: { email } });
    const [known, unknown] = [await ask('forgetful@example.com'), await ask('nobody@example.com')];
    if (known.text !== unknown.text || known.status !== unknown.status) return 'the replies differ';
    const fields = Object.keys(JSON.parse(known.text) as object);
    return fields.join() === 'message' ? null : `the reply has the fields ${fields.join(', ')}`;
  },

  async 'an email address that is no single text is refused'(server) {
    const odd = [
      '{"email":["forgetful@example.com","eve@example.com"]}',
      '{"email":{"a":"forgetful@example.com"}}',
      '{"email":7}',
      '{"email":null}',
      '{"email":"forgetful@example.com","email":"eve@example.com"}',
      '{"email":"forgetful@example.com, eve@example.com"}',
    ];
    for (const body of odd) {
      const { status } = await server.call('/api/auth/forgot-password', { method: 'POST', body, from: '127.0.0.8' });
      if (status !== 400) return `${body} is answered with ${status}`;
    }
    return null;
  },

  async 'the log contains nothing that a request hid in its body'(server) {
    const canary = 'canary-4be81f7a';
    const cookie = await registerSeller(server, 'canary@example.com');
    const send = (place: string, body: unknown, more: Record<string, string> = {}) =>
      server.call(place, { method: 'POST', body, headers: { cookie, ...more }, from: '127.0.0.9' });
    await send('/api/login', { email: 'canary@example.com', password: canary });
    await send('/api/login', `{"password":"${canary}`);
    await send('/api/register', { ...person('second@example.com'), poshmarkUsername: 'x', poshmarkPassword: canary });
    await send('/api/auth/reset-password', { token: canary, newPassword: canary, confirmPassword: canary });
    await send('/api/poshmark/import-session', { session: `_csrf=${canary}` });
    await send(`/api/login?token=${canary}`, {}, { authorization: `Bearer ${canary}` });
    const token = cookie.split('=')[1]?.split(';')[0] ?? canary;
    const found = [canary, token].filter((secret) => server.output().includes(secret));
    return found.length === 0 ? null : `the log contains ${found.length} of them`;
  },

  async 'a backup does not contain the secret key'(server) {
    const file = path.join(path.dirname(server.folder), 'backup.gz');
    const env = { DATA_DIR: server.folder, MARKETPLACE_URL: 'none' };
    const backup = runProgram('src/server/operator/hangtag.ts', env, ['backup', file]);
    if ((await backup.ended) !== 0) return `the backup failed: ${backup.output()}`;
    const written = gunzipSync(readFileSync(file)).toString('latin1');
    if (!written.includes('@example.com')) return 'the backup has no accounts';
    const key = readFileSync(path.join(server.folder, 'secret.key'), 'utf8').trim();
    const bytes = Buffer.from(key, /^[0-9a-f]+$/i.test(key) ? 'hex' : 'base64url');
    const forms = [key, ...(['hex', 'base64', 'base64url', 'latin1'] as const).map((form) => bytes.toString(form))];
    return forms.some((form) => written.includes(form)) ? 'the backup contains the secret key' : null;
  },
} satisfies Checks;
