// Remembers the latest price batch in the browser.

import { z } from 'zod';

const Kept = z.object({
  /** The idempotency key. The server runs a batch once per key, so a repeated request changes nothing. */
  key: z.string(),
  /** null until the server has replied. */
  batchId: z.string().nullable(),
  confirmLarge: z.boolean(),
  items: z.array(z.object({ listingId: z.string(), title: z.string(), oldPrice: z.number(), newPrice: z.number() })),
});
/** A price batch that this tab started: enough to continue following it after a reload. */
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
    // Without session storage, a reload forgets the progress. The server still finishes the batch.
  }
};

/** A random key. `crypto.randomUUID` is missing on pages without TLS. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
