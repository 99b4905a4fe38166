// Changes things at the marketplace: shares, prices, and offers.

import { isObject } from '#domain/json.ts';
import { fromDollars, inWholeDollars } from '#domain/money.ts';
import { sleep } from '#domain/ports/clock.ts';
import type {
  LiveListing,
  MarketAccount,
  MarketFailure,
  MarketResult,
  Offer,
  ShippingDiscount,
} from '#domain/ports/marketplace.ts';
import { failure, type Verdict } from '../protocol/classify.ts';
import { Discounts } from '../protocol/protocol.ts';
import type { Switches } from '../protocol/read-switches.ts';
import { type Caller, traced } from './caller.ts';
import { readCents } from './listing-from-post.ts';
import { postPath, readLikers, readPost, userIdOf } from './listings.ts';
import { buildPriceWrite, type RawPost } from './price-write.ts';

/** The reason of a refusal that came as a page. */
const pageNotFound = 'The answer was “Page not found”.';

/** How long a write may take to become visible. */
const secondLookMs = 3000;

/** A choice that every listing has: the seller pays nothing toward shipping. Sent as no discount at all. */
const noDiscount: ShippingDiscount = { id: '', label: 'No discount', sellerCostCents: 0 };

/**
 * One share to followers, and to the party if there is one, sent once. After a refusal because of the listing, reads the listing once, because the refusal's
 * text is not reliable, and a "page not found" page may be about the path. `remainingMs` is what is left of the caller's deadline.
 */
export async function shareListing(
  caller: Caller,
  id: string,
  { remainingMs, partyId, mayLeave }: { remainingMs: number } & NonNullable<Parameters<MarketAccount['share']>[1]>,
): Promise<MarketResult<null>> {
  // In both cases nothing was sent. That is a proven refusal, which the caller can act on.
  if (remainingMs <= 0) return failure('network');
  if (caller.state.token === undefined) return failure('token_rejected');

  const party = partyId === undefined ? '' : `?event_ids=${encodeURIComponent(partyId)}`;
  const path = caller.context.switches.sharePath.replace('{id}', encodeURIComponent(id)) + party;
  const verdict = await caller.call({ method: 'PUT', path, body: {}, on: 'post', deadlineMs: remainingMs, mayLeave });
  const refusal = isPathInDoubt(verdict) ? failure('validation', pageNotFound) : verdict;
  if (refusal.kind !== 'validation') return settled(verdict);

  const seen = await readPost(caller, id);
  if (seen.kind === 'ok')
    return seen.value.listing.availability === 'available' ? refusal : failure('listing_not_available');
  const isClearer = seen.kind === 'listing_gone' || seen.kind === 'human_check' || seen.kind === 'rate_limited';
  return isClearer ? seen : refusal;
}

type PriceChange = { oldPriceCents: number; newPriceCents: number };
/** Gets the listing whose price is about to be overwritten. Returning false keeps it. */
type BeforeWrite = (live: LiveListing) => Promise<boolean>;
type Wish = { priceCents: number; beforeWrite: BeforeWrite | undefined };

/** Reads, changes one field, writes, and verifies. */
export async function changePrice(caller: Caller, id: string, wish: Wish): Promise<MarketResult<PriceChange>> {
  const wrong = priceMistake(wish.priceCents, caller.context.switches);
  if (wrong !== null) return failure('validation', wrong);

  const first = await attempt(caller, id, wish);
  // Someone else changed the listing between our read and our write, so read again, once.
  const isOvertaken = first.kind === 'validation' && /inventory has changed/i.test(first.message);
  return isOvertaken ? attempt(caller, id, wish) : first;
}

async function attempt(
  caller: Caller,
  id: string,
  { priceCents, beforeWrite }: Wish,
): Promise<MarketResult<PriceChange>> {
  const before = await readForSale(caller, id);
  if (before.kind !== 'ok') return before;
  const { live, raw } = before.value;
  const oldPriceCents = live.priceCents;
  const change = { oldPriceCents, newPriceCents: priceCents };
  const isWanted = beforeWrite === undefined || (await beforeWrite(live));
  if (oldPriceCents === priceCents) return traced(change, before);
  if (!isWanted) return traced({ oldPriceCents, newPriceCents: oldPriceCents }, before);

  const post = buildPriceWrite(raw, priceCents / 100, caller.context.switches);
  const verdict = await caller.write({ method: 'POST', path: postPath(id), body: { post }, on: 'post' });
  if (isPathInDoubt(verdict)) return clearUp(caller, id);
  const isOpen = verdict.kind === 'uncertain' || verdict.kind === 'bad_answer';
  if (verdict.kind !== 'ok' && !isOpen) return verdict;
  if (verdict.kind === 'ok' && !isConfirmation(verdict)) return failure('protocol_changed');

  const outcome = await verify(caller, id, priceCents);
  if (outcome === 'applied') return verdict.kind === 'ok' ? traced(change, verdict) : { kind: 'ok', value: change };
  if (verdict.kind !== 'ok') return verdict;
  return failure(outcome === 'not_applied' ? 'write_not_applied' : 'uncertain');
}

async function verify(caller: Caller, id: string, priceCents: number): Promise<'applied' | 'not_applied' | 'unknown'> {
  let after = await readPost(caller, id);
  if (after.kind !== 'ok' || after.value.listing.priceCents !== priceCents) {
    await sleep(caller.context.clock, secondLookMs);
    after = await readPost(caller, id);
  }
  if (after.kind !== 'ok') return 'unknown';
  return after.value.listing.priceCents === priceCents ? 'applied' : 'not_applied';
}

/** The choices of who pays for shipping (12.1). If they can't be read, there is one: no discount. */
async function readDiscounts(
  caller: Caller,
  id: string,
  priceCents: number,
): Promise<MarketResult<ShippingDiscount[]>> {
  const userId = await userIdOf(caller);
  if (typeof userId !== 'string') return userId;
  const query = `price_amount=${Math.round(priceCents / 100)}&object_id=${encodeURIComponent(id)}`;
  const path = `/vm-rest/users/${encodeURIComponent(userId)}/seller_shipping_discounts/post?${query}`;
  const verdict = await caller.call({ method: 'GET', path });
  const isUnreadable = verdict.kind === 'bad_answer' || verdict.kind === 'protocol_changed';
  if (verdict.kind !== 'ok') return isUnreadable ? { kind: 'ok', value: [noDiscount] } : verdict;

  const choices = (Discounts.safeParse(verdict.json).data?.data ?? []).flatMap((choice) => {
    const label = choice?.title || choice?.display || choice?.label || choice?.message;
    return choice && label ? [{ id: choice.id, label, sellerCostCents: readCents(choice.seller_cost_amount) }] : [];
  });
  return traced(choices.length > 0 ? choices : [noDiscount], verdict);
}

/** Sends one offer to everyone who likes the listing (12.2), at the price that `decide` makes of the listing as it is now. */
export async function offerToLikers(
  caller: Caller,
  id: string,
  decide: Parameters<MarketAccount['sendOffer']>[1],
): Promise<MarketResult<Offer | null>> {
  const seen = await readForSale(caller, id);
  if (seen.kind !== 'ok') return seen;
  const { live } = seen.value;
  const decided = await decide(live, {
    likers: () => readLikers(caller, id),
    discounts: (priceCents) => readDiscounts(caller, id, priceCents),
  });
  if (decided.kind !== 'ok' || decided.value === null) return decided;
  const offer = decided.value;
  const wrong = offerMistake(offer.priceCents, live.priceCents, caller.context.switches);
  if (wrong !== null) return failure('validation', wrong);

  const body = {
    offer_amount: { val: offer.priceCents / 100, currency_code: live.currency },
    seller_shipping_discount: { id: offer.discountId === noDiscount.id ? null : offer.discountId },
    offer_api_version: 3,
  };
  const verdict = await caller.write({
    method: 'POST',
    path: `${postPath(id)}/likes/users/offers`,
    body,
    on: 'post',
  });
  if (isPathInDoubt(verdict)) return clearUp(caller, id);
  const sent = settled(verdict);
  return sent.kind === 'ok' ? traced(offer, sent) : sent;
}

function offerMistake(offerCents: number, priceCents: number, switches: Switches): string | null {
  // 90 %, rounded down to whole dollars. In integers, because 0.9 is not exact in binary.
  const highest = Math.floor((priceCents * 9) / 1000) * 100;
  return (
    priceMistake(offerCents, switches) ??
    (offerCents > highest ? 'An offer must be at least 10% below the price.' : null)
  );
}

/** Without a price, a change could never be undone, and an offer has nothing to be below of. */
async function readForSale(caller: Caller, id: string): Promise<MarketResult<{ live: LiveListing; raw: RawPost }>> {
  const seen = await readPost(caller, id);
  if (seen.kind !== 'ok') return seen;
  const { listing, raw } = seen.value;
  const { availability, priceCents } = listing;
  if (availability !== 'available') return { ...failure('listing_not_available'), availability };
  return priceCents === null ? failure('protocol_changed') : traced({ live: { ...listing, priceCents }, raw }, seen);
}

function settled(verdict: Verdict): MarketFailure | { kind: 'ok'; value: null; traceId?: string } {
  if (verdict.kind !== 'ok') return verdict;
  return isConfirmation(verdict) ? traced(null, verdict) : failure('protocol_changed');
}

/** The listing, or the path that we wrote to, no longer exists. Reading the listing tells which. */
function isPathInDoubt(verdict: Verdict): boolean {
  return verdict.kind === 'listing_gone' && verdict.isPage === true;
}

async function clearUp(caller: Caller, id: string): Promise<MarketFailure> {
  const seen = await readPost(caller, id);
  return seen.kind === 'listing_gone' ? seen : failure('validation', pageNotFound);
}

/** Only HTTP 200 with a JSON object without an error confirms a write. */
function isConfirmation({ status, json }: { status: number; json: unknown }): boolean {
  return status === 200 && isObject(json);
}

function priceMistake(priceCents: number, { minPrice, maxPrice }: Switches): string | null {
  if (!Number.isSafeInteger(priceCents) || priceCents % 100 !== 0) return 'Prices must be whole dollars.';
  const isInRange = priceCents >= minPrice * 100 && priceCents <= maxPrice * 100;
  return isInRange
    ? null
    : `The price must lie between ${inWholeDollars(fromDollars(minPrice))} and ${inWholeDollars(fromDollars(maxPrice))}.`;
}
