// Answers offers to likers, shipping discounts, and likes.

import { accountId } from '../../seed/ids.ts';
import { personOf } from '../../seed/people.ts';
import { dice } from '../../seed/random.ts';
import { touch } from '../../state/listings.ts';
import type { Account, Listing, World } from '../../state/model.ts';
import { marketSerials } from '../../state/world.ts';
import { admit, findListing } from '../admit.ts';
import { type Json, jsonAt, parseObject, textAt } from '../body.ts';
import { forbidden, invalid } from '../errors.ts';
import { type Answer, answer, apply, done, type Exchange, json, jsonType, traceId } from '../exchange.ts';
import { clampCount, cursorMs } from './closet.ts';
import { timeText } from './post.ts';
import { isInCurrency, wholeDollars } from './update.ts';

const offerMs = 24 * 3_600_000;
/** A liker's next offer for the same listing has to be lower for this long. */
const rememberedMs = 90 * 24 * 3_600_000;

const discounts = [
  { id: '5ff7647a5d29bbebfa25f9d0', title: 'No Discount', cost: 0 },
  { id: '5ff7647a5d29bbebfa25f9d2', title: '$4.99 Shipping', cost: 1.5 },
  { id: '5ff7647a5d29bbebfa25f9d3', title: 'Free Shipping', cost: 6.49 },
] as const;

/** `GET /vm-rest/users/{uid}/seller_shipping_discounts/post`. */
export function answerDiscounts(exchange: Exchange, uid: string): void {
  const listingId = new URLSearchParams(exchange.query).get('object_id') ?? undefined;
  if (!admit(exchange, { op: 'discounts', listingId, session: 'needed', write: false })) return;
  if (uid !== exchange.account?.id && uid !== 'self') {
    answer(exchange, forbidden(exchange), 'E1');
    return;
  }
  const asString = exchange.world.settings.moneyAs === 'string';
  const data = discounts.map(({ id, title, cost }) => ({
    id,
    title,
    seller_cost_amount: {
      val: asString ? (Number.isInteger(cost) ? cost.toFixed(1) : String(cost)) : cost,
      currency_code: exchange.world.settings.currency,
    },
  }));
  answer(exchange, json(200, { data, trace_id: traceId() }), 'ok');
}

/** `POST /vm-rest/posts/{id}/likes/users/offers`. */
export function answerOffer(exchange: Exchange, id: string, body: string): void {
  if (!admit(exchange, { op: 'offer', listingId: id, session: 'needed', write: true })) return;
  const { world } = exchange;
  const listing = findListing(exchange, id);
  if (listing === null) return;
  const sent = parseObject(body) ?? {};
  const objection = objectionTo(exchange, listing, sent);
  if (objection !== null) {
    answer(exchange, objection, 'E1');
    return;
  }
  apply(exchange, () => {
    const price = wholeDollars(jsonAt(sent, 'offer_amount')?.val) ?? 0;
    const now = world.clock.now();
    listing.offers = [...offersSince(listing, now), { atMs: now, price, likers: whoMayGet(world, listing, price) }];
    listing.offerUntilMs = now + offerMs;
    touch(listing);
    world.changed();
  });
  answer(exchange, done(), 'ok');
}

function objectionTo(exchange: Exchange, listing: Listing, sent: Json): Answer | null {
  const { world } = exchange;
  if (listing.account !== exchange.account) return forbidden(exchange);
  if (listing.status !== 'available') return invalid(exchange, 'This listing is no longer available');
  if (listing.likes === 0) return invalid(exchange, 'No likers yet');
  const offer = wholeDollars(jsonAt(sent, 'offer_amount')?.val);
  if (!isInCurrency(world, sent.offer_amount)) return invalid(exchange, 'Wrong currency');
  if (offer === null) return invalid(exchange, 'Whole dollar amount required');
  if (offer < world.settings.minPrice) return invalid(exchange, `Price must be at least $${world.settings.minPrice}`);
  // In tenths of a dollar, so that 90 % of a whole-dollar price is exact.
  if (offer * 10 > listing.price * 9) return invalid(exchange, 'Offer must be at least 10% off');
  if (listing.offerUntilMs > world.clock.now()) return invalid(exchange, 'An offer is already active');
  if (whoMayGet(world, listing, offer).length === 0) return invalid(exchange, 'Offer must be lower than your last one');
  const discount = jsonAt(sent, 'seller_shipping_discount');
  const discountId = discount === null ? null : textAt(discount, 'id');
  const isKnown = discountId === null || discounts.some((known) => known.id === discountId);
  return isKnown ? null : invalid(exchange, 'Unknown shipping discount');
}

const offersSince = ({ offers }: Listing, now: number) => offers.filter(({ atMs }) => atMs > now - rememberedMs);

/** The likers for whom this price is at least 10 % below the lowest that each of them got for this listing. */
function whoMayGet(world: World, listing: Listing, price: number): string[] {
  const lowest = new Map<string, number>();
  for (const offer of offersSince(listing, world.clock.now()))
    for (const id of offer.likers) lowest.set(id, Math.min(offer.price, lowest.get(id) ?? offer.price));
  const ids = likesOf(world, listing).map(({ liker }) => liker.id);
  return ids.filter((id) => price * 10 <= (lowest.get(id) ?? Number.POSITIVE_INFINITY) * 9);
}

/** `GET /vm-rest/posts/{id}/likes` (12.3), newest first. */
export function answerLikes(exchange: Exchange, id: string): void {
  if (!admit(exchange, { op: 'likes', listingId: id, session: 'welcome', write: false })) return;
  const { world } = exchange;
  const listing = findListing(exchange, id);
  if (listing === null) return;
  const ask = new URLSearchParams(exchange.query);
  const belowMs = cursorMs(ask.get('max_id')) ?? null;
  const count = clampCount(ask.get('count') ?? 48);
  const rest = likesOf(world, listing).filter((like) => belowMs === null || like.atMs < belowMs);
  const page = rest.slice(0, count);
  const last = page.at(-1);
  const more =
    rest.length > page.length && last !== undefined ? `{"next_max_id":${(last.atMs / 1000).toFixed(3)}}` : '{}';
  const data = page.map(({ liker, atMs }) => ({
    user_id: liker.id,
    creator_username: liker.handle,
    creator_display_handle: liker.handle,
    created_at: timeText(atMs),
  }));
  const body = `{"data":${JSON.stringify(data)},"more":${more},"trace_id":"${traceId()}"}`;
  answer(exchange, { status: 200, type: jsonType, body }, 'ok');
}

type Liker = Pick<Account, 'id' | 'handle'>;

const sellerWhoLikes = (world: World, listing: Listing, step: number): Liker =>
  world.accounts.get(marketSerials.first + (step % marketSerials.count)) ?? listing.account;

/** Has no divisor in common with the number of sellers, so each likes a listing at most once. */
const likerStep = 9;
/** Serial numbers that no seller has. */
const firstShopper = 0x4000_0000;

/** Someone without a closet, because there are fewer sellers than likers. */
function shopperWhoLikes({ seed, key, asOfMs }: World, number: number): Liker {
  const serial = firstShopper + number;
  return { id: accountId(key, asOfMs, serial), handle: personOf(seed, serial).handle };
}

/** Likers with times: many soon after listing, fewer later. Likes that were set by hand are the newest. All times differ. */
function likesOf(world: World, listing: Listing): { liker: Liker; atMs: number }[] {
  const roll = dice(world.seed, listing.account.serial, listing.index, 0x11ce5);
  const spanMs = Math.max(1000 * (listing.likes + 1), listing.account.asOfMs - listing.bornMs - 170_000);
  const likes: { liker: Liker; atMs: number }[] = [];
  const start = roll.int(0, marketSerials.count - 1);
  for (let i = 0; i < listing.likes; i += 1) {
    const liker =
      i < marketSerials.count ? sellerWhoLikes(world, listing, start + i * likerStep) : shopperWhoLikes(world, i);
    const atMs =
      listing.bornMs + 165_000 + Math.floor(spanMs * ((i + roll.next() * 0.9) / (listing.likes + 1)) ** 1.6) + i;
    likes.push({ liker, atMs });
  }
  const newest = likes.at(-1);
  if (newest !== undefined && listing.likesMs > newest.atMs) newest.atMs = listing.likesMs;
  return likes.toSorted((a, b) => b.atMs - a.atMs);
}
