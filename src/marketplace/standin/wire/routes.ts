// Finds what answers a call under /vm-rest/, after translating it from what a profile describes.

import { decodePercent } from '#domain/text/percent.ts';
import { type Dialect, practiceDialect } from '../../profile/dialect.ts';
import type { Profile } from '../../profile/profile.ts';
import { refusedAsBot } from './admit.ts';
import { answerCloset, answerPost, answerShare } from './calls/closet.ts';
import { answerNews } from './calls/news.ts';
import { answerDiscounts, answerLikes, answerOffer } from './calls/offers.ts';
import { answerParties } from './calls/parties.ts';
import { answerSales } from './calls/sales.ts';
import { answerSearch } from './calls/search.ts';
import { answerCode, answerCodeRequest, answerLogin, answerSelf } from './calls/sign-in.ts';
import { answerUpdate } from './calls/update.ts';
import { type Exchange, type Handler, refused } from './exchange.ts';

const share = '/vm-rest/users/self/shared_posts/';

const fixed: Record<string, Handler> = {
  'GET /vm-rest/users/self': answerSelf,
  'GET /vm-rest/posts': answerSearch,
  'GET /vm-rest/current_parties/us': answerParties,
  'POST /vm-rest/auth/users/access_token': answerLogin,
  'POST /vm-rest/auth/otp_requests': answerCodeRequest,
  'POST /vm-rest/auth/entry_tokens': answerCode,
};

/** By method, the kind of thing that the path names, and what follows its id. */
const named: Record<string, (exchange: Exchange, id: string, body: string) => ReturnType<Handler>> = {
  'GET users /posts/filtered': answerCloset,
  'GET users /posts': answerCloset,
  'GET users /seller_shipping_discounts/post': answerDiscounts,
  'GET users /orders/sales': answerSales,
  'GET users /newsfeed/share': answerNews,
  'GET posts ': answerPost,
  'GET posts /likes': answerLikes,
  'POST posts ': answerUpdate,
  'POST posts /likes/users/offers': answerOffer,
};

/** null if nothing is there. Shares come first, because they are the most frequent calls. */
export function callHandler({ method, path }: Exchange): Handler | null {
  if (method === 'PUT' && path.startsWith(share)) return (exchange) => answerShare(exchange, path.slice(share.length));
  const [, kind = '', id = '', tail = ''] = /^\/vm-rest\/(users|posts)\/([^/]*)(\/.*)?$/.exec(path) ?? [];
  const answer = named[`${method} ${kind} ${tail}`];
  // "comparables" is reserved, not an id.
  const isReserved = method === 'GET' && kind === 'posts' && tail === '' && id === 'comparables';
  if (answer === undefined || isReserved) return fixed[`${method} ${path}`] ?? null;
  return (exchange, body) => answer(exchange, kind === 'users' ? (decodePercent(id) ?? id) : id, body);
}

export const nowhere: Handler = (exchange) => {
  const { session, account, method } = exchange;
  // A human check refuses every write of the seller, whatever it is.
  const isHeld = method !== 'GET' && session?.dead === null && account?.humanCheck === true;
  throw isHeld ? refusedAsBot(exchange) : refused(exchange, 'E9');
};

const dialects = new WeakMap<Profile, Dialect>();

function dialectOf(profile: Profile): Dialect {
  const known = dialects.get(profile) ?? practiceDialect(profile);
  dialects.set(profile, known);
  return known;
}

const ownPages = ['/create-listing', '/feed'] as const;

/**
 * Rewrites the request as this marketplace knows it. Returns false if the profile's marketplace has nothing at that address.
 * Without a profile it changes nothing.
 */
export function translate(exchange: Exchange): boolean {
  const { profile } = exchange.world.settings;
  if (profile === null) return true;
  const dialect = dialectOf(profile);
  const call = dialect.find(exchange.method, exchange.path);
  if (call !== null) {
    Object.assign(exchange, dialect.address(call, exchange));
    exchange.translation = { body: (text) => dialect.body(call, text), reply: (text) => dialect.reply(call, text) };
    return true;
  }
  const pages = profile.switches.bootstrapPaths;
  const index = pages?.indexOf(exchange.path) ?? -1;
  if (index >= 0) exchange.path = index === 0 ? ownPages[0] : ownPages[1];
  else if (pages !== undefined && ownPages.some((page) => page === exchange.path)) return false;
  return !exchange.path.startsWith('/vm-rest/');
}
