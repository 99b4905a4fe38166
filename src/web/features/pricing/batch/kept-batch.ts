// Remembers a seller's latest price batch in the browser.
import { z } from 'zod';
import { parseJson } from '#domain/json.ts';
import { keepChoice, keptChoice, workOf } from '#web/lib/browser/kept-choice.ts';

const StoredBatch = z.object({
  /** The idempotency key. The server runs a batch once per key, so a repeated request changes nothing. */
  key: z.string(),
  /** null until the server has replied. */
  batchId: z.string().nullable(),
  confirmLarge: z.boolean(),
  items: z.array(z.object({ listingId: z.string(), title: z.string(), oldPrice: z.number(), newPrice: z.number() })),
});
/** A price batch that this tab started: enough to continue following it after a reload. */
export type KeptBatch = z.output<typeof StoredBatch>;

const nameOf = (sellerId: string): string => workOf(sellerId, 'price-batch');

export const keptBatch = (sellerId: string): KeptBatch | null =>
  StoredBatch.safeParse(parseJson(keptChoice(nameOf(sellerId), 'sessionStorage') ?? '')).data ?? null;

/** Without session storage, a reload forgets the progress. The server still finishes the batch. */
export const keepBatch = (sellerId: string, batch: KeptBatch | null): void =>
  keepChoice(nameOf(sellerId), JSON.stringify(batch), 'sessionStorage');

/** A random key. `crypto.randomUUID` is missing on pages without TLS. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
