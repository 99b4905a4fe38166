// Remembers the latest price batch in the browser.

import { z } from 'zod';

const Kept = z.object({
  /** Names the change for the server, so that a repeat is none. */
  key: z.string(),
  /** null until the server has said it. */
  batchId: z.string().nullable(),
  confirmLarge: z.boolean(),
  items: z.array(z.object({ listingId: z.string(), title: z.string(), oldPrice: z.number(), newPrice: z.number() })),
});
/** A change of prices that this tab has begun: enough to go on with it after a reload. */
export type KeptBatch = z.output<typeof Kept>;

const name = 'price-batch';

export const keptBatch = (): KeptBatch | null => {
  try {
    return Kept.safeParse(JSON.parse(sessionStorage.getItem(name) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
};

export const keepBatch = (batch: KeptBatch | null): void => {
  try {
    if (batch === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(batch));
  } catch {
    // A browser that keeps nothing forgets the progress with the page; the server goes on.
  }
};

/** A name nobody else gives; `randomUUID` is missing where a page has no TLS. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
