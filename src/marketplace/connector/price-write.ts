// Builds the write that changes one price.

import { z } from 'zod';
import { isObject } from '#domain/json.ts';
import type { Switches } from '../protocol/read-switches.ts';

/** A full post exactly as it was read, because the write sends all of it back. */
export type RawPost = Record<string, unknown>;

const keptAsRead = [
  'colors',
  'title',
  'description',
  'brand',
  'condition',
  'style_tags',
  'videos',
  'seller_private_info',
  'offer_auto_actions_v2_enabled',
  'offer_auto_actions_min_price_amount',
] as const;
const keptOfInventory = ['size_quantity_revision', 'status', 'status_changed_at', 'size_quantities'] as const;

const Id = z.object({ id: z.union([z.string(), z.number()]) });
const Ids = z.array(z.union([z.string(), z.number(), Id.transform(({ id }) => id)]));
const Amount = z.object({ val: z.union([z.number(), z.string()]).optional(), currency_code: z.string().optional() });

/**
 * The write that changes only the price of a post. The marketplace saves whole listings, so every known key
 * that was read is sent back. `dollars` is the new price in whole dollars.
 */
export function buildPriceWrite(
  post: RawPost,
  dollars: number,
  switches: Pick<Switches, 'partialUpdateAllowed'>,
): RawPost {
  const price = readAmount(post.price_amount);
  const original = readAmount(post.original_price_amount);
  const currency = price.currency ?? original.currency ?? 'USD';
  const originalDollars = original.dollars ?? readWhole(post.original_price) ?? 0;
  const amounts = {
    price_amount: { val: dollars, currency_code: currency },
    original_price_amount: {
      // The marketplace refuses a price above the original one. 0 means "unknown" and is kept.
      val: originalDollars === 0 ? 0 : Math.max(originalDollars, dollars),
      currency_code: original.currency ?? currency,
    },
  };
  if (switches.partialUpdateAllowed) return amounts;

  const write: RawPost = { ...pick(post, keptAsRead), ...amounts };
  const { catalog, inventory, cover_shot: cover, pictures } = post;
  if (isObject(catalog)) write.catalog = catalogOf(catalog);
  if (isObject(inventory)) write.inventory = pick(inventory, keptOfInventory);
  const coverId = Id.safeParse(cover).data?.id;
  if (coverId !== undefined) write.cover_shot = { id: coverId };
  if (Array.isArray(pictures)) {
    const ids = pictures.flatMap((picture) => Id.safeParse(picture).data ?? []);
    write.pictures = ids.filter(({ id }) => id !== coverId).map(({ id }) => ({ id }));
  }
  write.seller_shipping_discount = { id: Id.safeParse(post.seller_shipping_discount).data?.id ?? null };
  return write;
}

function catalogOf(catalog: RawPost): RawPost {
  const write = pick(catalog, ['department', 'category']);
  const features = Ids.safeParse(catalog.category_features ?? catalog.category_feature_objs);
  return features.success ? { ...write, category_features: features.data } : write;
}

function readAmount(value: unknown): { dollars: number | null; currency: string | undefined } {
  const amount = Amount.safeParse(value).data;
  return { dollars: readWhole(amount?.val), currency: amount?.currency_code };
}

function readWhole(value: unknown): number | null {
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof amount === 'number' && Number.isFinite(amount) ? Math.round(amount) : null;
}

function pick(from: RawPost, keys: readonly string[]): RawPost {
  return Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));
}
