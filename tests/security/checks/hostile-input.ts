// Sends made-up requests to every call of the route table, signed in and out, and looks for errors of the server.
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { type RunningServer, registerSeller } from './running-server.ts';

type Problem = string | null;

const calls: readonly Route[] = Object.values(routes).flatMap((group): Route[] => Object.values(group));
const requestsPerCall = 30;
/** Several, because the budgets of one would refuse most requests. */
const sellers = 8;

/** Numbers that are the same in every run, so that a problem comes again. */
const seeded = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

const texts = [
  '',
  ' ',
  "' or 1=1 --",
  "'; drop table users; --",
  '\\u0000',
  '\\ud800',
  '%',
  '_',
  '.*',
  '(',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '#{7*7}',
  '2026-02-30',
  'https://169.254.169.254/',
  'ada@example.com\\r\\nBcc: eve@example.com',
  'x'.repeat(10_000),
];
const values = [
  'null',
  'true',
  '0',
  '-1',
  '1e308',
  '9007199254740993',
  '0.1',
  '[]',
  '{}',
  '[[[[]]]]',
  '{"__proto__":{"a":1}}',
];
const fields = [
  'email',
  'password',
  'id',
  'price',
  'q',
  'subject',
  'settings',
  'updates',
  '__proto__',
  'constructor',
  'image',
  'token',
];

const madeUpBody = (random: () => number): string => {
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  const value = () => (random() < 0.5 ? `"${pick(texts)}"` : pick(values));
  if (random() < 0.1) return pick(['', '{', '[1]', '"x"', '{"a":', '\u0000', ...values]);
  const parts = Array.from({ length: Math.floor(random() * 5) }, () => `"${pick(fields)}":${value()}`);
  return `{${parts.join(',')}}`;
};

const odd = (text: string): string => encodeURIComponent(text.replace(/\\u[0-9a-f]{4}/g, '\u0000').slice(0, 2_000));

export async function madeUpRequestsAreRefused(server: RunningServer): Promise<Problem> {
  const cookies: string[] = [];
  for (let n = 0; n < sellers; n++)
    cookies.push(await registerSeller(server, `hostile${n}@example.com`, `127.1.${n}.1`));
  const random = seeded(20);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  // Ending the session would make the rest of the requests the same.
  const tried = calls.filter(
    ({ path, method }) => path !== '/api/logout' && !(method === 'DELETE' && path === '/api/user'),
  );
  let sent = 0;
  let overBudget = 0;
  for (const route of tried)
    for (let n = 0; n < requestsPerCall; n++) {
      const place = route.path.replace(/[:{]\w+\}?/g, () => odd(pick(texts)) || 'x');
      const query = random() < 0.3 ? `?${pick(fields)}=${odd(pick(texts))}` : '';
      const { status, text } = await server.call(place + query, {
        method: route.method,
        // Other clients have budgets of their own.
        from: `127.0.${1 + (sent % 250)}.1`,
        ...(route.method !== 'GET' && { body: madeUpBody(random) }),
        ...(random() < 0.8 && { headers: { cookie: cookies[sent % sellers] ?? '' } }),
      });
      sent++;
      if (status === 429) overBudget++;
      if (status >= 500) return `${route.method} ${(place + query).slice(0, 200)} is answered with ${status}: ${text}`;
      if (/at \w+ \(|node_modules|select .* from/i.test(text))
        return `${route.method} ${route.path} tells its inside: ${text}`;
    }
  if (overBudget > sent / 2) return `${overBudget} of ${sent} requests only met a budget`;
  if (!server.isRunning()) return 'the process ended';
  const log = server.output();
  return /Unhandled|Uncaught/.test(log) ? 'the log has an unhandled error' : null;
}

/** The longest that one of them may take. */
const timeoutMs = 1_000;

export async function longTextsAreRefusedQuickly(server: RunningServer): Promise<Problem> {
  const cookie = await registerSeller(server, 'patient@example.com');
  const long = [
    `${'a'.repeat(50_000)}@`,
    `${'a@'.repeat(25_000)}`,
    `a@${'a.'.repeat(25_000)}`,
    `${' '.repeat(50_000)}x`,
  ];
  for (const text of [...long, `${'0:'.repeat(25_000)}`, `${'www.'.repeat(12_000)}`])
    for (const [method, place, body] of [
      ['POST', '/api/login', { email: text, password: 'x' }],
      ['POST', '/api/register', { email: text, firstName: text, lastName: text, password: text }],
      ['PATCH', '/api/user/profile', { firstName: text, email: text, timezone: text }],
    ] as const) {
      const startedAt = performance.now();
      const { status } = await server.call(place, { method, body, headers: { cookie }, from: '127.0.0.11' });
      const tookMs = Math.round(performance.now() - startedAt);
      if (status < 400 || status >= 500) return `${method} ${place} is answered with ${status}`;
      if (tookMs > timeoutMs) return `${method} ${place} took ${tookMs} ms`;
    }
  return null;
}
