// Every call that the connector makes, with its address in the wire protocol.

/** How one call is addressed. In `path`, a name in braces stands for the part that changes. */
type CallAddress = {
  /** What the call does, for a report that a person reads. */
  title: string;
  methods: readonly ['GET'] | readonly ['POST' | 'PUT', 'POST' | 'PUT'];
  path: string;
};

export const callNames = [
  'login',
  'otp',
  'entry',
  'self',
  'closet',
  'post',
  'share',
  'update',
  'discounts',
  'offer',
  'likes',
  'search',
  'party',
  'sales',
  'news',
] as const;
export type CallName = (typeof callNames)[number];

const reads = ['GET'] as const;
const posts = ['POST', 'PUT'] as const;
const puts = ['PUT', 'POST'] as const;

/** The first method is the usual one. A write has one other that a profile may choose. */
export const calls: Record<CallName, CallAddress> = {
  login: { title: 'Sign in', methods: posts, path: '/vm-rest/auth/users/access_token' },
  otp: { title: 'Ask for a sign-in code', methods: posts, path: '/vm-rest/auth/otp_requests' },
  entry: { title: 'Enter the sign-in code', methods: posts, path: '/vm-rest/auth/entry_tokens' },
  self: { title: 'Check the session', methods: reads, path: '/vm-rest/users/self' },
  closet: { title: 'Read the closet', methods: reads, path: '/vm-rest/users/{uid}/posts/filtered' },
  post: { title: 'Read a listing', methods: reads, path: '/vm-rest/posts/{id}' },
  share: { title: 'Share a listing', methods: puts, path: '/vm-rest/users/self/shared_posts/{id}' },
  update: { title: 'Change a price', methods: posts, path: '/vm-rest/posts/{id}' },
  discounts: {
    title: 'Read the shipping discounts',
    methods: reads,
    path: '/vm-rest/users/{user}/seller_shipping_discounts/post',
  },
  offer: { title: 'Send an offer to likers', methods: posts, path: '/vm-rest/posts/{id}/likes/users/offers' },
  likes: { title: 'Read the likes of a listing', methods: reads, path: '/vm-rest/posts/{id}/likes' },
  search: { title: 'Search for comps', methods: reads, path: '/vm-rest/posts' },
  party: { title: 'Read the parties', methods: reads, path: '/vm-rest/current_parties/us' },
  sales: { title: 'Read your sales', methods: reads, path: '/vm-rest/users/{uid}/orders/sales' },
  news: { title: 'Read who shared your listings', methods: reads, path: '/vm-rest/users/{uid}/newsfeed/share' },
};

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
