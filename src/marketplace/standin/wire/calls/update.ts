// Answers a full update of a listing, such as a price change.

import { isObject } from '#domain/json.ts';
import type { Color } from '../../seed/catalog.ts';
import { positionOf } from '../../seed/random.ts';
import { lookOf, revise, setStatus } from '../../state/listings.ts';
import type { Listing, World } from '../../state/model.ts';
import { admitSeller } from '../admit.ts';
import { type Answer, apply, done, type Exchange, findListing, forbidden, invalid, refusal } from '../exchange.ts';
import { type Json, jsonAt, listAt, parseObject, textAt } from '../input.ts';

/** `POST /vm-rest/posts/{id}`: a full save, checked in the marketplace's order. */
export function answerUpdate(exchange: Exchange, id: string, body: string): Answer {
  admitSeller(exchange, { op: 'update', listingId: id, write: true });
  const { world } = exchange;
  const listing = findListing(exchange, id);
  if (exchange.fault?.case === 'stale') revise(world, listing);
  const post = jsonAt(parseObject(body) ?? {}, 'post') ?? {};
  const price = checkUpdate(exchange, listing, post);
  apply(exchange, () => {
    listing.price = price;
    listing.original = originalOf(post);
    if (isPriceAlone(exchange, post)) revise(world, listing);
    else save(world, listing, post);
  });
  return done();
}

/** The new price, if the marketplace takes the listing. Throws what it objects to. */
function checkUpdate(exchange: Exchange, listing: Listing, post: Json): number {
  const { world } = exchange;
  const isAlone = isPriceAlone(exchange, post);
  if (listing.account !== exchange.account) throw forbidden(exchange);
  if (listing.status !== 'available' && listing.status !== 'not_for_sale')
    throw invalid(exchange, 'This listing has sold');
  if (!isAlone && !isComplete(post)) throw refusal(exchange, { type: 'ValidationError', status: 400, message: null });
  const badColor = (listAt(post, 'colors') ?? []).find((color) => readColor(color) === null);
  if (badColor !== undefined) throw invalid(exchange, `Invalid color ${JSON.stringify(badColor)?.slice(0, 80)}`);
  const price = priceIn(exchange, post.price_amount);
  const { maxPrice } = world.settings.profile?.switches ?? {};
  if (maxPrice !== undefined && price > maxPrice) throw invalid(exchange, `Price must be at most $${maxPrice}`);
  const original = originalOf(post);
  if (original !== 0 && !(original >= price))
    throw invalid(exchange, 'Original price must not be lower than the price');
  if (isAlone) return price;
  const inventory = jsonAt(post, 'inventory') ?? {};
  if (inventory.size_quantity_revision !== listing.revision) throw invalid(exchange, 'Inventory has changed');
  if (pictureIds(post).some((id) => !belongs(world, listing, id))) throw invalid(exchange, 'Unknown picture');
  return price;
}

/** The price in an amount, if this marketplace takes it. */
export function priceIn(exchange: Exchange, amount: unknown): number {
  const { currency, minPrice } = exchange.world.settings;
  const { val, currency_code = currency } = isObject(amount) ? amount : {};
  if (currency_code !== currency) throw invalid(exchange, 'Wrong currency');
  const price = wholeDollars(val);
  if (price === null) throw invalid(exchange, 'Whole dollar amount required');
  if (price < minPrice) throw invalid(exchange, `Price must be at least $${minPrice}`);
  return price;
}

/** The keys of a body that changes only the price, if the profile's marketplace takes one. */
const priceKeys = new Set(['price_amount', 'original_price_amount']);
const isPriceAlone = ({ world }: Exchange, post: Json): boolean =>
  world.settings.profile?.switches.partialUpdateAllowed === true &&
  Object.keys(post).every((key) => priceKeys.has(key));

function isComplete(post: Json): boolean {
  const catalog = jsonAt(post, 'catalog') ?? {};
  const sizes = listAt(jsonAt(post, 'inventory') ?? {}, 'size_quantities') ?? [];
  const val = jsonAt(post, 'price_amount')?.val;
  return (
    textAt(post, 'title') !== null &&
    textAt(catalog, 'department') !== null &&
    textAt(catalog, 'category') !== null &&
    sizes.length > 0 &&
    val !== undefined &&
    val !== null &&
    val !== '' &&
    textAt(jsonAt(post, 'cover_shot') ?? {}, 'id') !== null
  );
}

/** A whole number of dollars, as a number or a numeric string; null for anything else. */
function wholeDollars(value: unknown): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null;
  const dollars = Number(value);
  return Number.isSafeInteger(dollars) ? dollars : null;
}

/** 0 means unknown. Cents of an original price are rounded, because the site shows none. */
function originalOf(post: Json): number {
  const value = jsonAt(post, 'original_price_amount')?.val;
  if (value === undefined || value === null || value === '') return 0;
  return Math.round(Number(value));
}

function readColor(value: unknown): Color | null {
  if (!isObject(value)) return null;
  const name = textAt(value, 'name');
  const rgb = textAt(value, 'rgb');
  const messageId = textAt(value, 'message_id');
  return name === null || rgb === null || messageId === null ? null : { name, rgb, message_id: messageId };
}

const idOf = (value: unknown): string | null => (isObject(value) ? textAt(value, 'id') : null);

function pictureIds(post: Json): string[] {
  const ids = [post.cover_shot, ...(listAt(post, 'pictures') ?? [])].map(idOf);
  return ids.map((id) => id ?? '');
}

function belongs(world: World, listing: Listing, pictureId: string): boolean {
  const position = positionOf(world.key, pictureId);
  return (
    position !== null &&
    position.picture > 0 &&
    position.serial === listing.account.serial &&
    position.index === listing.index &&
    pictureId.slice(0, 8) === listing.id.slice(0, 8)
  );
}

/** Fields that the body leaves out are cleared, so a client that forgets one is noticed at once. */
function save(world: World, listing: Listing, post: Json): void {
  const before = lookOf(world, listing);
  const catalog = jsonAt(post, 'catalog') ?? {};
  const inventory = jsonAt(post, 'inventory') ?? {};
  const discount = jsonAt(post, 'seller_shipping_discount');
  listing.edits = {
    title: textAt(post, 'title') ?? before.title,
    description: textAt(post, 'description') ?? '',
    brand: textAt(post, 'brand'),
    condition: textAt(post, 'condition'),
    colors: (listAt(post, 'colors') ?? []).flatMap((color) => readColor(color) ?? []),
    department: textAt(catalog, 'department') ?? before.department,
    category: textAt(catalog, 'category') ?? before.category,
    features: (listAt(catalog, 'category_features') ?? []).flatMap((feature) =>
      typeof feature === 'string' ? [feature] : (idOf(feature) ?? []),
    ),
    sizes: listAt(inventory, 'size_quantities') ?? before.sizes,
    cover: idOf(post.cover_shot) ?? before.cover,
    pictures: (listAt(post, 'pictures') ?? []).flatMap((picture) => idOf(picture) ?? []),
    sku: jsonAt(post, 'seller_private_info') ?? {},
    styleTags: listAt(post, 'style_tags') ?? [],
    videos: listAt(post, 'videos') ?? [],
    discountId: discount === null ? null : textAt(discount, 'id'),
  };
  const { status } = inventory;
  if (status === 'available' || status === 'not_for_sale') setStatus(world, listing, status);
  else revise(world, listing);
}
