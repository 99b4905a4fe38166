// Routes calls under /vm-rest/ to their handlers.

import { identify, refuseAsBot } from './admit.ts';
import { type Body, readBody } from './body.ts';
import { answerCloset } from './calls/closet.ts';
import { answerDiscounts, answerLikes, answerOffer } from './calls/offers.ts';
import { answerParties } from './calls/parties.ts';
import { answerPost } from './calls/posts.ts';
import { answerSearch } from './calls/search.ts';
import { answerShare } from './calls/share.ts';
import { answerCode, answerCodeRequest, answerLogin, answerSelf } from './calls/sign-in.ts';
import { answerUpdate } from './calls/update.ts';
import { answerCrash, invalid, unknownRoute } from './errors.ts';
import { type Answer, answer, decoded, type Exchange, originOf } from './exchange.ts';

const share = '/vm-rest/users/self/shared_posts/';
const users = '/vm-rest/users/';
const posts = '/vm-rest/posts/';

/** Routes a call under `/vm-rest/`. Plain string comparisons, because every share passes through here. */
export function route(exchange: Exchange): void {
  const { method, path } = exchange;
  identify(exchange);
  if (method === 'PUT' && path.startsWith(share)) {
    exchange.req.resume();
    answerShare(exchange, path.slice(share.length));
  } else if (method === 'GET') routeRead(exchange, path);
  else if (method === 'POST') void routeWrite(exchange, path).catch(() => answerCrash(exchange));
  else nowhere(exchange);
}

function routeRead(exchange: Exchange, path: string): void {
  if (path === '/vm-rest/users/self') answerSelf(exchange, originOf(exchange.req));
  else if (path === '/vm-rest/posts') answerSearch(exchange);
  else if (path === '/vm-rest/current_parties/us') answerParties(exchange);
  else if (path.startsWith(users)) routeUser(exchange, path.slice(users.length));
  else if (path.startsWith(posts)) routePost(exchange, path.slice(posts.length));
  else nowhere(exchange);
}

function routeUser(exchange: Exchange, rest: string): void {
  const slash = rest.indexOf('/');
  const name = decoded(slash < 0 ? rest : rest.slice(0, slash));
  const tail = slash < 0 ? '' : rest.slice(slash);
  if (tail === '/posts/filtered' || tail === '/posts') answerCloset(exchange, name);
  else if (tail === '/seller_shipping_discounts/post') answerDiscounts(exchange, name);
  else nowhere(exchange);
}

function routePost(exchange: Exchange, rest: string): void {
  const slash = rest.indexOf('/');
  // "comparables" is reserved, not an id.
  if (slash < 0 && rest !== 'comparables') answerPost(exchange, rest);
  else if (rest.slice(slash) === '/likes') answerLikes(exchange, rest.slice(0, slash));
  else nowhere(exchange);
}

/** Reads the body first, so that all checks and the effect run without an await between them. */
async function routeWrite(exchange: Exchange, path: string): Promise<void> {
  const handler = writeHandler(path);
  if (handler === null) {
    exchange.req.resume();
    nowhere(exchange);
    return;
  }
  const body: Body = await readBody(exchange.req);
  if (body.kind === 'ok') handler(exchange, exchange.translation?.body(body.text) ?? body.text);
  else if (body.kind === 'too_large') {
    const tooLarge: Answer = {
      ...invalid(exchange, 'That is too much at once'),
      status: 413,
      headers: { Connection: 'close' },
    };
    answer(exchange, tooLarge, 'E1');
  }
}

function writeHandler(path: string): ((exchange: Exchange, body: string) => void) | null {
  if (path === '/vm-rest/auth/users/access_token') return answerLogin;
  if (path === '/vm-rest/auth/otp_requests') return answerCodeRequest;
  if (path === '/vm-rest/auth/entry_tokens') return answerCode;
  if (!path.startsWith(posts)) return null;
  const rest = path.slice(posts.length);
  const slash = rest.indexOf('/');
  if (slash < 0) return (exchange, body) => answerUpdate(exchange, rest, body);
  if (rest.slice(slash) !== '/likes/users/offers') return null;
  return (exchange, body) => answerOffer(exchange, rest.slice(0, slash), body);
}

export function nowhere(exchange: Exchange): void {
  exchange.req.resume();
  const { session, account, method } = exchange;
  // A human check refuses every write of the seller, whatever it is.
  if (method !== 'GET' && session?.dead === null && account?.humanCheck === true) {
    refuseAsBot(exchange);
    return;
  }
  answer(exchange, unknownRoute(exchange), 'E9');
}
