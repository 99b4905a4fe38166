// The reference of the engine bench: a bare HTTP client that shares as fast as the machine can.
import { Pool } from 'undici';
import type { Seller } from './sellers.ts';

const connections = 64;

/** Sends the same bytes as the connector. */
export async function shareAtFullSpeed(
  origin: string,
  sellers: readonly Seller[],
  seconds: number,
): Promise<{ shares: number; perSecond: number; failed: number }> {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const requests = sellers.map(({ session, listings }) => ({
    paths: listings.map(({ id }) => `/vm-rest/users/self/shared_posts/${id}?pm_version=2026.33.00`),
    headers: {
      accept: 'application/json',
      referer: `${origin}/closet/${session.handle}`,
      'user-agent': 'Hangtag/bench',
      cookie: session.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      'content-type': 'application/json',
      origin,
      'x-xsrf-token': session.token ?? '',
    },
  }));
  const begun = performance.now();
  let turn = 0;
  let shares = 0;
  let failed = 0;
  const connection = async () => {
    while (performance.now() - begun < seconds * 1000) {
      turn += 1;
      const one = requests[turn % requests.length];
      const path = one?.paths[turn % one.paths.length];
      if (one === undefined || path === undefined) return;
      const { statusCode, body } = await pool.request({ method: 'PUT', path, headers: one.headers, body: '{}' });
      await body.dump();
      if (statusCode === 200) shares += 1;
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const took = (performance.now() - begun) / 1000;
  await pool.close();
  return { shares, perSecond: shares / took, failed };
}
