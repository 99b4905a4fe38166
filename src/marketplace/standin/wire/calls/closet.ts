// Answers closet pages as JSON.

import { type ClosetFilter, type ClosetPage, closetFilters, closetPage } from '../../state/closet-page.ts';
import { accountAt } from '../../state/world.ts';
import { admit } from '../admit.ts';
import { type Json, jsonAt, listAt, parseObject } from '../body.ts';
import { invalid, refusal } from '../errors.ts';
import { type Answer, answer, type Exchange, jsonType, originOf, traceId } from '../exchange.ts';
import { summaryPost } from './post.ts';

/** `GET /vm-rest/users/{handleOrUid}/posts/filtered`, and `…/posts`, which has its cursor in the query and no filters. */
export function answerCloset(exchange: Exchange, owner: string): void {
  if (!admit(exchange, { op: 'closet', session: 'welcome', write: false })) return;
  const { world } = exchange;
  const account = owner === 'self' ? exchange.account : accountAt(world, owner);
  if (account === undefined || account === null) {
    answer(
      exchange,
      refusal(exchange, { type: 'UserNotFoundError', status: 404, message: 'There is no such closet', http: 404 }),
      'E10',
    );
    return;
  }
  const ask = readAsk(exchange);
  if (typeof ask === 'string') {
    answer(exchange, invalid(exchange, ask), 'E1');
    return;
  }
  if (exchange.fault?.case === 'same-cursor') ask.belowMs = null;
  const page = exchange.fault?.case === 'empty' ? { items: [], nextCursorMs: null } : closetPage(world, account, ask);
  answer(exchange, closetAnswer(exchange, page), 'ok');
}

function closetAnswer(exchange: Exchange, page: ClosetPage): Answer {
  const origin = originOf(exchange.req);
  const posts = page.items.map((listing) => {
    const post = summaryPost(exchange.world, listing, origin);
    if (exchange.fault?.case === 'no-amount') delete post.price_amount;
    return post;
  });
  // Written as text, because a JavaScript number would drop the three decimals of the cursor.
  const more = page.nextCursorMs === null ? '{}' : `{"next_max_id":${(page.nextCursorMs / 1000).toFixed(3)}}`;
  return {
    status: 200,
    type: jsonType,
    body: `{"data":${JSON.stringify(posts)},"more":${more},"trace_id":"${traceId()}"}`,
  };
}

type Ask = { filter: ClosetFilter; count: number; belowMs: number | null };

/** The parsed `request` parameter or the other parameters, or one sentence that says what is wrong with them. */
function readAsk(exchange: Exchange): Ask | string {
  const { request: text, ...plain } = Object.fromEntries(new URLSearchParams(exchange.query));
  const request: Json | null = text === undefined ? plain : parseObject(text);
  if (request === null) return 'The request is not readable';
  const status = listAt(jsonAt(request, 'filters') ?? {}, 'inventory_status')?.[0] ?? 'all';
  const filter = closetFilters.find((known) => known === status);
  if (filter === undefined) return 'Unknown inventory status';
  if (text !== undefined && !isKnownOrder(exchange, request)) return 'Unknown sort order';
  const belowMs = cursorMs(request.max_id);
  if (belowMs === undefined) return 'The cursor is not readable';
  return { filter, count: clampCount(request.count), belowMs };
}

/** Any order will do, unless a profile names the one that its marketplace knows. */
const isKnownOrder = ({ world }: Exchange, request: Json): boolean =>
  (world.settings.profile?.switches.sortBy ?? request.sort_by) === request.sort_by;

/** Default 48, clamped to 1 to 100. */
export function clampCount(value: unknown): number {
  const count = Math.floor(Number(value ?? 48));
  return Number.isFinite(count) ? Math.min(100, Math.max(1, count)) : 48;
}

/** A cursor in ms; null if there is none, undefined if it can't be parsed. */
export function cursorMs(value: unknown): number | null | undefined {
  if (value === undefined || value === null || value === '') return null;
  const seconds = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) ? Math.round(seconds * 1000) : undefined;
}
