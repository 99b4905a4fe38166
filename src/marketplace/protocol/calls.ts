// Every call that the connector makes, with its address in the wire protocol.

/** How one call is addressed. In `path`, a name in braces stands for the part that changes. */
type CallAddress = { methods: readonly ['GET'] | readonly ['POST' | 'PUT', 'POST' | 'PUT']; path: string };

const reads = ['GET'] as const;
const posts = ['POST', 'PUT'] as const;
const puts = ['PUT', 'POST'] as const;

/** The first method is the usual one. A write has one other that a profile may choose. */
const addresses = {
  login: { methods: posts, path: '/vm-rest/auth/users/access_token' },
  otp: { methods: posts, path: '/vm-rest/auth/otp_requests' },
  entry: { methods: posts, path: '/vm-rest/auth/entry_tokens' },
  self: { methods: reads, path: '/vm-rest/users/self' },
  closet: { methods: reads, path: '/vm-rest/users/{uid}/posts/filtered' },
  post: { methods: reads, path: '/vm-rest/posts/{id}' },
  share: { methods: puts, path: '/vm-rest/users/self/shared_posts/{id}' },
  update: { methods: posts, path: '/vm-rest/posts/{id}' },
  discounts: { methods: reads, path: '/vm-rest/users/{user}/seller_shipping_discounts/post' },
  offer: { methods: posts, path: '/vm-rest/posts/{id}/likes/users/offers' },
  likes: { methods: reads, path: '/vm-rest/posts/{id}/likes' },
  search: { methods: reads, path: '/vm-rest/posts' },
  party: { methods: reads, path: '/vm-rest/current_parties/us' },
  sales: { methods: reads, path: '/vm-rest/users/{uid}/orders/sales' },
  news: { methods: reads, path: '/vm-rest/users/{uid}/newsfeed/share' },
} satisfies Record<string, CallAddress>;
export type CallName = keyof typeof addresses;
export const calls: Record<CallName, CallAddress> = addresses;
export const callNames = Object.keys(calls) as CallName[];

/** Where the code of other programs has read the closet since October 2026. */
export const otherClosetPath = '/vm-rest/users/{uid}/posts?app_version=2.55&nm=cl_all&summarize=true&max_id=';

/** The names in braces, in order. */
export const placesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/**
 * Whether it is a path to a closet, whose owner is `{uid}` or whoever is signed in. A query that it brings along takes the place of
 * the parameter `request`, and the cursor is added to it.
 */
export function isClosetPath(text: string): boolean {
  const [path = '', ...query] = text.split('?');
  const isQuery =
    query.length === 0 || (query.length === 1 && /^[\w.-]+=[\w.-]*(&[\w.-]+=[\w.-]*)*$/.test(query[0] ?? ''));
  return isSellersPath(path) && isQuery;
}

/** Whether it is a path to something of a seller, who is `{uid}` or whoever is signed in. */
export const isSellersPath = (text: string): boolean => isPath(text) && ['', 'uid'].includes(placesIn(text).join());

/** Whether it is a path from the root of one origin, without `..`, query, or fragment. */
export function isPath(text: string): boolean {
  return /^\/(?!\/)[\w./{}~-]*$/.test(text) && !text.split('/').includes('..');
}
