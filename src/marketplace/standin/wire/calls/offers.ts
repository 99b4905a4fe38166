// Answers offers to likers, shipping discounts, and likes.

import { accountId, dice, personOf } from '../../seed/random.ts';
import { touch } from '../../state/listings.ts';
import type { Account, Listing, World } from '../../state/model.ts';
import { marketSerials } from '../../state/world.ts';
import { admit, admitOwner, admitSeller } from '../admit.ts';
import { type Answer, apply, dataAnswer, done, type Exchange, findListing, forbidden, invalid } from '../exchange.ts';
import { type Json, jsonAt, parseObject, textAt, timedPage } from '../input.ts';
import { timeText } from './post.ts';
import { priceIn } from './update.ts';

const offerMs = 24 * 3_600_000;
/** A liker's next offer for the same listing has to be lower for this long. */
const rememberedMs = 90 * 24 * 3_600_000;

const discounts = [
  { id: '5ff7647a5d29bbebfa25f9d0', title: 'No Discount', cost: 0 },
  { id: '5ff7647a5d29bbebfa25f9d2', title: '$4.99 Shipping', cost: 1.5 },
  { id: '5ff7647a5d29bbebfa25f9d3', title: 'Free Shipping', cost: 6.49 },
] as const;

/** `GET /vm-rest/users/{uid}/seller_shipping_discounts/post`. */
export function answerDiscounts(exchange: Exchange, uid: string): Answer {
  const listingId = new URLSearchParams(exchange.query).get('object_id') ?? undefined;
  admitOwner(exchange, uid, { op: 'discounts', listingId });
  const { moneyAs, currency } = exchange.world.settings;
  const amount = (cost: number) => (Number.isInteger(cost) ? cost.toFixed(1) : String(cost));
  const data = discounts.map(({ id, title, cost }) => ({
    id,
    title,
    seller_cost_amount: { val: moneyAs === 'string' ? amount(cost) : cost, currency_code: currency },
  }));
  return dataAnswer(data);
}

/** `POST /vm-rest/posts/{id}/likes/users/offers`. */
export function answerOffer(exchange: Exchange, id: string, body: string): Answer {
  admitSeller(exchange, { op: 'offer', listingId: id, write: true });
  const { world } = exchange;
  const listing = findListing(exchange, id);
  const price = checkOffer(exchange, listing, parseObject(body) ?? {});
  apply(exchange, () => {
    const now = world.clock.now();
    listing.offers = [...offersSince(listing, now), { atMs: now, price, likers: whoMayGet(world, listing, price) }];
    listing.offerUntilMs = now + offerMs;
    touch(listing);
    world.changed();
  });
  return done();
}

/** The offered price, if the marketplace takes it. Throws what it objects to. */
function checkOffer(exchange: Exchange, listing: Listing, sent: Json): number {
  const { world } = exchange;
  if (listing.account !== exchange.account) throw forbidden(exchange);
  if (listing.status !== 'available') throw invalid(exchange, 'This listing is no longer available');
  if (listing.likes === 0) throw invalid(exchange, 'No likers yet');
  const offer = priceIn(exchange, sent.offer_amount);
  // In tenths of a dollar, so that 90 % of a whole-dollar price is exact.
  if (offer * 10 > listing.price * 9) throw invalid(exchange, 'Offer must be at least 10% off');
  if (listing.offerUntilMs > world.clock.now()) throw invalid(exchange, 'An offer is already active');
  if (whoMayGet(world, listing, offer).length === 0) throw invalid(exchange, 'Offer must be lower than your last one');
  const discountId = textAt(jsonAt(sent, 'seller_shipping_discount') ?? {}, 'id');
  const isKnown = discountId === null || discounts.some(({ id }) => id === discountId);
  if (!isKnown) throw invalid(exchange, 'Unknown shipping discount');
  return offer;
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

/** `GET /vm-rest/posts/{id}/likes`, newest first. */
export function answerLikes(exchange: Exchange, id: string): Answer {
  admit(exchange, { op: 'likes', listingId: id, session: 'welcome', write: false });
  const likes = likesOf(exchange.world, findListing(exchange, id));
  return timedPage(likes, exchange.query, ({ liker, atMs }) => ({
    user_id: liker.id,
    creator_username: liker.handle,
    creator_display_handle: liker.handle,
    created_at: timeText(atMs),
  }));
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
