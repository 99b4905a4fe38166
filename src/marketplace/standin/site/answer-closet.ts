// Answers requests for closet and listing pages.

import { closetHtml, tilesHtml } from '../pages/closet.ts';
import { barePage } from '../pages/layout.ts';
import { listingHtml } from '../pages/listing.ts';
import { type ClosetFilter, closetFilters, closetPage } from '../state/closet-page.ts';
import { accountAt, listingAt } from '../state/world.ts';
import { cursorMs } from '../wire/calls/closet.ts';
import { answer, decoded, type Exchange, html } from '../wire/exchange.ts';
import { freshToken, pageAnswer } from './page-token.ts';

const tilesAtOnce = 48;

/** `/closet/{handle}`: the page, or with `max_id` only the next tiles (not a page, so no new token). */
export function answerClosetPage(exchange: Exchange, handle: string): void {
  exchange.op = 'page';
  const { world } = exchange;
  const account = accountAt(world, decoded(handle));
  if (account === undefined) {
    notFound(exchange);
    return;
  }
  const ask = new URLSearchParams(exchange.query);
  const wanted = ask.get('availability') ?? 'all';
  const filter: ClosetFilter = closetFilters.find((known) => known === wanted) ?? 'all';
  const belowMs = cursorMs(ask.get('max_id')) ?? null;
  const page = closetPage(world, account, { filter, count: tilesAtOnce, belowMs });
  const viewer = exchange.session?.dead === null ? exchange.account : null;
  if (belowMs !== null) {
    answer(exchange, html(200, tilesHtml(world, { account, filter, page, viewer })), 'ok');
    return;
  }
  const { token, cookies } = freshToken(exchange);
  answer(exchange, pageAnswer(closetHtml(world, { account, filter, page, token, viewer }), cookies), 'ok');
}

/** `/listing/{slug}-{id}`: only the id at the end matters. */
export function answerListingPage(exchange: Exchange, slug: string): void {
  exchange.op = 'page';
  const { world } = exchange;
  const id = slug.slice(-24);
  const listing = listingAt(world, id);
  if (listing === undefined || listing.removed) {
    notFound(exchange);
    return;
  }
  exchange.listingId = id;
  const { token, cookies, session } = freshToken(exchange);
  answer(exchange, pageAnswer(listingHtml(world, { listing, token, viewer: session?.account ?? null }), cookies), 'ok');
}

export function notFound(exchange: Exchange): void {
  answer(exchange, html(404, barePage('Page not found', 'There is nothing at this address.')), 'E10');
}
