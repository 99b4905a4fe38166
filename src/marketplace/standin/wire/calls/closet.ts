// Answers closet pages and single listings as JSON, and shares.

import { bump, type ClosetFilter, closetFilters, closetPage } from '../../state/listings.ts';
import { renewSession, sessionCookies } from '../../state/sessions.ts';
import { accountAt } from '../../state/world.ts';
import { admit, admitSeller, checkShareLimits, countShare } from '../admit.ts';
import {
  type Answer,
  apply,
  done,
  type Exchange,
  findListing,
  invalid,
  json,
  originOf,
  refusal,
  traceId,
} from '../exchange.ts';
import { clampCount, cursorMs, type Json, jsonAt, listAnswer, listAt, parseObject } from '../input.ts';
import { objectionOfParty } from './parties.ts';
import { fullPost, summaryPost } from './post.ts';

/** `GET /vm-rest/users/{handleOrUid}/posts/filtered`, and `…/posts`, which has its cursor in the query and no filters. */
export function answerCloset(exchange: Exchange, owner: string): Answer {
  admit(exchange, { op: 'closet', session: 'welcome', write: false });
  const { world, fault } = exchange;
  const account = owner === 'self' ? exchange.account : accountAt(world, owner);
  if (account === undefined || account === null) {
    const error = { type: 'UserNotFoundError', status: 404, message: 'There is no such closet', http: 404 };
    throw refusal(exchange, error, 'E10');
  }
  const ask = readAsk(exchange);
  if (fault?.case === 'same-cursor') ask.belowMs = null;
  const page = fault?.case === 'empty' ? { items: [], nextCursorMs: null } : closetPage(world, account, ask);
  return listAnswer(
    page.items.map((listing) => summaryPost(world, listing, originOf(exchange.req))),
    page.nextCursorMs,
  );
}

/** `GET /vm-rest/posts/{id}`: bare without `app_version`, wrapped with it. */
export function answerPost(exchange: Exchange, id: string): Answer {
  admit(exchange, { op: 'post', listingId: id, session: 'welcome', write: false });
  const { world, account } = exchange;
  const listing = findListing(exchange, id);
  const view = { origin: originOf(exchange.req), isOwner: listing.account === account };
  const post = fullPost(world, listing, view);
  const { wrapPosts } = world.settings;
  const isWrapped = wrapPosts === 'always' || (wrapPosts === 'auto' && exchange.query.includes('app_version='));
  return json(200, isWrapped ? { data: post, meta: {}, trace_id: traceId() } : post);
}

type Ask = { filter: ClosetFilter; count: number; belowMs: number | null };

/** Reads the `request` parameter, or else the other parameters. */
function readAsk(exchange: Exchange): Ask {
  const { request: text, ...plain } = Object.fromEntries(new URLSearchParams(exchange.query));
  const request: Json | null = text === undefined ? plain : parseObject(text);
  if (request === null) throw invalid(exchange, 'The request is not readable');
  const status = listAt(jsonAt(request, 'filters') ?? {}, 'inventory_status')?.[0] ?? 'all';
  const filter = closetFilters.find((known) => known === status);
  if (filter === undefined) throw invalid(exchange, 'Unknown inventory status');
  if (text !== undefined && !isKnownOrder(exchange, request)) throw invalid(exchange, 'Unknown sort order');
  const belowMs = cursorMs(request.max_id);
  if (belowMs === undefined) throw invalid(exchange, 'The cursor is not readable');
  return { filter, count: clampCount(request.count), belowMs };
}

/** Any order will do, unless a profile names the one that its marketplace knows. */
const isKnownOrder = ({ world }: Exchange, request: Json): boolean =>
  (world.settings.profile?.switches.sortBy ?? request.sort_by) === request.sort_by;

/**
 * `PUT /vm-rest/users/self/shared_posts/{id}`. This is the most frequent call, so it reads no body, parses no
 * JSON, and sorts nothing.
 */
export function answerShare(exchange: Exchange, id: string): Answer {
  if (exchange.query.includes('event_ids='))
    exchange.partyId = new URLSearchParams(exchange.query).get('event_ids') ?? '';
  const account = admitSeller(exchange, { op: 'share', listingId: id, write: true });
  const { world, session, fault } = exchange;
  checkShareLimits(exchange, account);
  const listing = findListing(exchange, id);
  if (listing.status !== 'available') throw invalid(exchange, 'This listing is no longer available');
  if (exchange.partyId !== undefined) {
    const objection = objectionOfParty(world, listing, exchange.partyId);
    if (objection !== null) throw invalid(exchange, objection);
  }
  apply(exchange, () => {
    bump(world, listing);
    countShare(world, account);
  });
  if (fault?.case !== 'new-session' || session === null) return done();
  renewSession(world, session);
  return { ...done(), headers: { 'Set-Cookie': sessionCookies(session) } };
}
