// Security checks of floods and of hostile requests: what a crowd of strangers sends holds up neither running bots nor another seller.
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { openBystander } from '../fuzz/bystander.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import { type Checks, type RunningServer, registerSeller, waitUntil } from './running-server.ts';

const bots = 40;
const watchedMs = 30_000;
const signInsPerSecond = 200;
/** Bots share at random intervals, so their number in 30 seconds varies by 2 % on its own. */
const leastKept = 0.95;

/** Shares that all bots have confirmed so far. */
async function sharesOf(server: RunningServer): Promise<number> {
  const { text } = await server.ask('/metrics', { headers: { host: `localhost:${server.port}` } });
  const found = /^hangtag_shares_total\{outcome="shared"\} (\d+)$/m.exec(text);
  if (!found) throw new Error(`the metrics have no confirmed shares: ${text.slice(0, 200)}`);
  return Number(found[1]);
}

async function startBot(server: RunningServer, n: number): Promise<void> {
  const from = `127.30.0.${1 + n}`;
  const cookie = await registerSeller(server, `sharing${n}@example.com`, from);
  const calls: [string, unknown][] = [
    ['/api/poshmark/practice', undefined],
    ['/api/listings/sync', undefined],
    ['/api/bot/start', { offerShippingDiscount: false }],
  ];
  for (const [place, body] of calls) {
    const { status, text } = await server.call(place, { method: 'POST', body, from, headers: { cookie } });
    if (status >= 300) throw new Error(`${place} is answered with ${status}: ${text}`);
  }
}

const sharesIn = async (server: RunningServer, ms: number): Promise<number> => {
  const before = await sharesOf(server);
  await pause(ms);
  return (await sharesOf(server)) - before;
};

/** Signs in until `stop`, each time from another address, without waiting for replies. */
function openFlood(server: RunningServer): { stop(): Promise<{ statuses: Map<number, number>; slowestMs: number }> } {
  const statuses = new Map<number, number>();
  const underWay = new Set<Promise<void>>();
  let sent = 0;
  let slowestMs = 0;
  const send = () => {
    const n = sent++;
    const from = `127.${40 + Math.floor(n / 60_000)}.${Math.floor(n / 250) % 240}.${1 + (n % 250)}`;
    const startedAt = performance.now();
    const body = { email: `stuffed${n}@example.com`, password: 'a leaked password' };
    const asked = server
      .call('/api/login', { method: 'POST', body, from })
      .then(({ status }) => status)
      .catch(() => 0)
      .then((status) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
        underWay.delete(asked);
      });
    underWay.add(asked);
  };
  const sending = setInterval(() => {
    for (let n = 0; n < signInsPerSecond / 20; n++) send();
  }, 50);
  return {
    async stop() {
      clearInterval(sending);
      await Promise.all(underWay);
      return { statuses, slowestMs: Math.round(slowestMs) };
    },
  };
}

const slowConnections = 500;
const servedWithinMs = 500;

/** Sends a byte a second: half of them never end the head of their request, half its body. */
function trickle(port: number, n: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.50.0.${1 + (n % 5)}` });
  const head = ['POST /api/login HTTP/1.1', 'Host: hangtag.example', 'Origin: https://hangtag.example'].join('\r\n');
  const isBody = n % 2 === 0;
  socket.write(isBody ? `${head}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{` : `${head}\r\nX-`);
  const sending = setInterval(() => socket.write('a'), 1_000);
  socket.on('error', () => {});
  socket.on('close', () => clearInterval(sending));
  return socket;
}

/** The longest that an answer to a long hostile text may take. */
const longTextMs = 1_000;

/** One such answer took 1.8 s of everybody's time before. */
const scriptServedWithinMs = 1_000;
const manyFields = Object.fromEntries(Array.from({ length: 300_000 }, (_, n) => [`h${n}`, 'x']));
const answer = JSON.stringify({
  protocol: 1,
  outcome: { kind: 'answered', status: 200, path: '/', headers: manyFields, body: '' },
});
const deep = `{"protocol":1,"recording":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`;

/** The token of a script that a new seller has paired. */
async function pairScript(server: RunningServer): Promise<string> {
  const cookie = await registerSeller(server, 'script@example.com');
  const from = '127.61.0.1';
  const made = await server.call('/api/user/companions/code', { method: 'POST', headers: { cookie }, from });
  const { code } = JSON.parse(made.text) as { code: string };
  const body = { protocol: 1, code, name: 'Script' };
  const paired = await server.call('/api/companion/pair', { method: 'POST', body, from });
  return (JSON.parse(paired.text) as { token: string }).token;
}

export const floodChecks = {
  async 'running bots share as fast beside a flood of sign-ins'(server, say) {
    for (let n = 0; n < bots; n++) await startBot(server, n);
    const started = await sharesOf(server);
    if (!(await waitUntil(async () => (await sharesOf(server)) >= started + bots))) return 'the bots share nothing';
    const alone = await sharesIn(server, watchedMs);
    const flood = openFlood(server);
    const beside = await sharesIn(server, watchedMs).catch(async (error) => {
      await flood.stop();
      throw error;
    });
    const { statuses, slowestMs } = await flood.stop();
    const replies = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    say(
      `${bots} bots: ${alone} shares in ${watchedMs / 1000} s alone, ${beside} beside the flood (${replies}, the slowest after ${slowestMs} ms)`,
    );
    // 0: no reply within 20 s. That is the flood's own loss, and its row says so.
    const odd = [...statuses.keys()].filter((status) => ![401, 429, 503, 0].includes(status));
    if (odd.length > 0) return `sign-ins are answered with ${odd.join(', ')}`;
    return beside >= leastKept * alone ? null : `${beside} shares instead of ${alone}`;
  },

  async 'hundreds of slow connections hold nobody up, and are ended'(server, say) {
    const from = '127.51.0.1';
    const cookie = await registerSeller(server, 'served@example.com', from);
    const ask = () => server.call('/api/user', { headers: { cookie }, from });
    if ((await ask()).status !== 200) return 'the other seller is not served at all';
    const startedAt = performance.now();
    const sockets = Array.from({ length: slowConnections }, (_, n) => trickle(server.port, n));
    const openNow = () => sockets.filter(({ closed }) => !closed).length;
    const bystander = openBystander(ask);
    const mostOpen = (await waitUntil(() => sockets.every(({ connecting }) => !connecting))) ? openNow() : 0;
    const areEnded = await waitUntil(() => openNow() === 0);
    const seen = await bystander.stop();
    for (const socket of sockets) socket.destroy();
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    say(`${mostOpen} slow connections, ${openNow()} of them open after ${seconds} s; ${seen.text}`);
    if (mostOpen < slowConnections) return `only ${mostOpen} of ${slowConnections} connections were opened`;
    if (!areEnded) return 'slow connections are still open after a minute';
    if (seen.failed > 0) return `${seen.failed} calls of another seller failed`;
    return seen.mostMs <= servedWithinMs ? null : `another seller waited ${seen.mostMs} ms`;
  },

  async 'long hostile texts are refused quickly'(server) {
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
        if (tookMs > longTextMs) return `${method} ${place} took ${tookMs} ms`;
      }
    return null;
  },

  'made-up requests are refused without an error of the server': async (_, say) =>
    (await fuzz({ requests: 3_000, seed: 20, say })).join('; ') || null,

  async 'a script in place of a paired browser holds nobody up'(server, say) {
    const token = await pairScript(server);
    const headers = { authorization: `Bearer ${token}` };
    const send = (place: string, body: unknown, n: number) =>
      server
        .call(place, { method: 'POST', body, headers, from: `127.62.0.${1 + (n % 200)}` })
        .then(({ status, text }) => ({ status, text }))
        .catch(() => ({ status: 0, text: '' }));
    const from = '127.63.0.1';
    const cookie = await registerSeller(server, 'beside-the-script@example.com');
    const bystander = openBystander(() => server.call('/api/user', { headers: { cookie }, from }));
    const asked = [undefined, crypto.randomUUID()].map((id) => `/api/companion/answer${id ? `?requestId=${id}` : ''}`);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => send(asked[n % 2] ?? '', answer, n)));
    const recording = await send('/api/companion/recording', deep, 0);
    const state = { protocol: 1, version: '1', state: 'ready' };
    const polls = await Promise.all(Array.from({ length: 300 }, (_, n) => send('/api/companion/next', state, n)));
    const seen = await bystander.stop();
    const refused = polls.filter(({ status }) => status === 429).length;
    say(`20 answers of 300,000 fields, 300 polls at once of which ${refused} were refused; ${seen.text}`);
    // An account has one place to answer, and two more may wait.
    if (answers.some(({ status, text }) => status !== 429 && !(status === 200 && text.includes('false'))))
      return `answers to nothing are answered with ${answers.map(({ status }) => status)}`;
    if (recording.status !== 400) return `a recording of 20,000 levels is answered with ${recording.status}`;
    if (refused < 200) return `only ${refused} of 300 polls at once are refused`;
    if (seen.failed > 0) return `${seen.failed} calls of another seller failed`;
    return seen.mostMs <= scriptServedWithinMs ? null : `another seller waited ${seen.mostMs} ms`;
  },
} satisfies Checks;
