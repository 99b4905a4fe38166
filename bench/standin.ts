// Measures how many shares per second the practice marketplace accepts. It runs in another process, and a bare HTTP client shares
// for SELLERS sellers over CONNECTIONS connections. The result is shares per second of the marketplace's own processor time, so
// the client does not count. SELLERS=10000 shows the memory of ten thousand open closets.

import { Pool } from 'undici';
import { z } from 'zod';
import { CookieJar } from '#tests/http-client.ts';
import { cpuSeconds, residentMb } from './engine/processes.ts';
import { startStandin } from './engine/programs.ts';

const sellers = Number(process.env.SELLERS ?? 200);
const connections = Number(process.env.CONNECTIONS ?? 64);
const seconds = Number(process.env.DURATION_S ?? 8);
const rounds = Number(process.env.ROUNDS ?? 3);
const aim = 8000;

const standin = await startStandin({ journal: 200_000 });
try {
  const pool = new Pool(standin.origin, { connections, pipelining: 1 });
  const begun = performance.now();
  const linked = [];
  for (let i = 0; i < sellers; i += 1) linked.push(await linkSeller(pool));
  console.log(`${sellers} sellers with 60 listings opened in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  await run(pool, linked, 2);
  for (let round = 0; round < rounds; round += 1) report(await run(pool, linked, seconds));
  console.log(`memory: ${Math.round(residentMb(standin.pid))} MB resident`);
  await pool.close();
} finally {
  await standin.stop();
}

type Linked = { headers: Record<string, string>; paths: string[] };
type Figure = { shares: number; refused: number; wallS: number; cpuS: number };

async function run(pool: Pool, linked: readonly Linked[], forSeconds: number): Promise<Figure> {
  const figure: Figure = { shares: 0, refused: 0, wallS: 0, cpuS: 0 };
  const [begun, cpu] = [performance.now(), cpuSeconds(standin.pid)];
  let turn = 0;
  const worker = async () => {
    while (performance.now() - begun < forSeconds * 1000) {
      turn += 1;
      const seller = linked[turn % linked.length];
      const path = seller?.paths[turn % seller.paths.length];
      if (seller === undefined || path === undefined) return;
      const reply = await pool.request({ method: 'PUT', path, headers: seller.headers, body: '{}' });
      const text = await reply.body.text();
      if (reply.statusCode === 200 && text.startsWith('{"trace_id"')) figure.shares += 1;
      else figure.refused += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  figure.wallS = (performance.now() - begun) / 1000;
  figure.cpuS = cpuSeconds(standin.pid) - cpu;
  return figure;
}

function report({ shares, refused, wallS, cpuS }: Figure): void {
  const perCore = Math.round(shares / cpuS);
  console.log(
    `${Math.round(shares / wallS)} shares a second at ${Math.round((cpuS / wallS) * 100)} % of a core: ${perCore} on a whole core (aim ${aim}), ${refused} refused`,
  );
}

async function linkSeller(pool: Pool): Promise<Linked> {
  const account = z
    .object({ username: z.string(), password: z.string() })
    .parse(await (await call(pool, 'POST', '/__standin/accounts', { listings: 60, sold: 0 })).json());
  const jar = new CookieJar();
  jar.keep((await call(pool, 'GET', '/login')).cookies);
  const credentials = { user_handle: account.username, password: account.password };
  const signedIn = await call(pool, 'POST', '/vm-rest/auth/users/access_token', credentials, headersOf(jar));
  jar.keep(signedIn.cookies);
  const closet = z.object({ data: z.array(z.object({ id: z.string() })) });
  const request = encodeURIComponent(JSON.stringify({ filters: { inventory_status: ['available'] }, count: 100 }));
  const listed = await call(pool, 'GET', `/vm-rest/users/${account.username}/posts/filtered?request=${request}`);
  const { data } = closet.parse(await listed.json());
  const paths = data.map(({ id }) => `/vm-rest/users/self/shared_posts/${id}?pm_version=2026.33.00`);
  return { headers: headersOf(jar), paths };
}

function headersOf(jar: CookieJar): Record<string, string> {
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': 'Hangtag/bench',
    cookie: jar.header(),
    'x-xsrf-token': jar.get('_csrf') ?? '',
  };
}

async function call(pool: Pool, method: 'GET' | 'POST', path: string, body?: object, headers = {}) {
  const reply = await pool.request({ method, path, headers, body: body === undefined ? null : JSON.stringify(body) });
  const text = await reply.body.text();
  if (reply.statusCode >= 400) throw new Error(`${method} ${path} answered ${reply.statusCode}.`);
  const set = reply.headers['set-cookie'] ?? [];
  return { cookies: Array.isArray(set) ? set : [set], json: async (): Promise<unknown> => JSON.parse(text) };
}
