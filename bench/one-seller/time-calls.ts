// A whole Hangtag with a database of its own, and one seller of it, whose calls are timed.
import path from 'node:path';
import pg from 'pg';
import { freePort, runProgram } from '#tests/process.ts';
import { cookiesOf } from '#tests/standin/cookie-jar.ts';
import { openOwnPostgres } from '../engine/own-postgres.ts';
import { machine } from '../engine/processes.ts';
import { median } from '../pricing/figures.ts';

type Call = (place: string, body?: unknown) => Promise<{ ms: number; text: string }>;
export type Measured = { what: string; ms: number; most: number };
type Bench = {
  client: pg.Client;
  call: Call;
  /** The median of nine calls, in ms. */
  median: (place: string, body?: unknown) => Promise<number>;
};

const times = 9;

/** `client` is the superuser's. */
export type Hangtag = { port: number; pid: number; client: pg.Client };

/** Starts Hangtag, and ends the program with 1 if `measure` resolves to false. */
export async function withHangtag(
  name: string,
  env: Record<string, string>,
  measure: (hangtag: Hangtag) => Promise<boolean>,
): Promise<void> {
  const postgres = await openOwnPostgres(name);
  const port = await freePort();
  const server = runProgram('src/server/main.ts', {
    ...{ DATA_DIR: path.join(postgres.folder, 'data'), DATABASE_URL: postgres.url, PORT: String(port) },
    ...{ MARKETPLACE_URL: 'none', LOG_LEVEL: 'warn', ...env },
  });
  const client = new pg.Client({ connectionString: postgres.adminUrl });
  client.on('error', () => {});
  try {
    await server.until('Hangtag is ready');
    await client.connect();
    console.log(machine());
    process.exitCode = (await measure({ port, pid: server.pid, client })) ? 0 : 1;
  } finally {
    await client.end();
    server.kill('SIGTERM');
    await server.ended;
    await postgres.close();
  }
}

/** Prints what `measure` finds, and ends the program with 1 if anything takes longer than it may. */
export const timeCalls = (name: string, measure: (bench: Bench) => Promise<Measured[]>): Promise<void> =>
  withHangtag(name, { BUDGET_FACTOR: '100' }, async ({ port, client }) => {
    let cookie = '';
    const call: Call = async (place, body) => {
      const startedAt = performance.now();
      const reply = await fetch(`http://127.0.0.1:${port}${place}`, {
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        headers: { cookie, 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
      });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${place}: ${reply.status} ${text.slice(0, 200)}`);
      cookie ||= cookiesOf(reply.headers.getSetCookie());
      return { ms: performance.now() - startedAt, text };
    };
    const medianOf = async (place: string, body?: unknown): Promise<number> => {
      const ms: number[] = [];
      for (let n = 0; n < times; n++) ms.push((await call(place, body)).ms);
      return median(ms);
    };
    const seller = { firstName: 'Ada', lastName: 'Seller', email: 'ada@example.com', password: 'linen-and-wool-7' };
    await call('/api/register', seller);
    const results = await measure({ client, call, median: medianOf });
    for (const { what, ms, most } of results) console.log(`${what}: ${Math.round(ms)} ms (asked ${most})`);
    return results.every(({ ms, most }) => ms <= most);
  });
