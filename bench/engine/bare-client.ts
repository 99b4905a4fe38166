// The reference of the benches: bare HTTP requests that share as fast as the machine can.
import { Pool } from 'undici';
import type { MarketSession } from '#domain/ports/marketplace.ts';
import type { Seller } from './sellers.ts';

const connections = 64;

export const barePool = (origin: string): Pool => new Pool(origin, { connections, pipelining: 1 });

/** A share with the same bytes as the connector's. */
function bareShare(origin: string, { cookies, token, handle }: MarketSession, listingId: string) {
  return {
    method: 'PUT',
    path: `/vm-rest/users/self/shared_posts/${listingId}?pm_version=2026.33.00`,
    headers: {
      accept: 'application/json',
      referer: `${origin}/closet/${handle}`,
      'user-agent': 'Hangtag/bench',
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      'content-type': 'application/json',
      origin,
      'x-xsrf-token': token ?? '',
    },
    body: '{}',
  } as const;
}
type BareShare = ReturnType<typeof bareShare>;

/** For each seller a share of each listing. */
export const bareShares = (origin: string, sellers: readonly Seller[]): BareShare[][] =>
  sellers.map(({ session, listings }) => listings.map(({ id }) => bareShare(origin, session, id)));

/** Resolves to whether the marketplace accepted the share. */
export async function send(pool: Pool, share: BareShare): Promise<boolean> {
  const { statusCode, body } = await pool.request(share);
  await body.dump();
  return statusCode === 200;
}
