// Answers one listing as JSON.

import { admit, findListing } from '../admit.ts';
import { answer, type Exchange, json, originOf, traceId } from '../exchange.ts';
import { fullPost } from './post.ts';

/** `GET /vm-rest/posts/{id}`: bare without `app_version`, wrapped with it. */
export function answerPost(exchange: Exchange, id: string): void {
  if (!admit(exchange, { op: 'post', listingId: id, session: 'welcome', write: false })) return;
  const { world, account } = exchange;
  const listing = findListing(exchange, id);
  if (listing === null) return;
  const post = fullPost(world, listing, { origin: originOf(exchange.req), isOwner: listing.account === account });
  if (exchange.fault?.case === 'no-amount') delete post.price_amount;
  const { wrapPosts } = world.settings;
  const isWrapped = wrapPosts === 'always' || (wrapPosts === 'auto' && exchange.query.includes('app_version='));
  answer(exchange, json(200, isWrapped ? { data: post, meta: {}, trace_id: traceId() } : post), 'ok');
}
