// Remembers the last change and the last analysis of many listings in this browser, so that leaving the page ends neither.
import { z } from 'zod';
import { isObject, parseJson } from '#domain/json.ts';
import { keepChoice, keptChoice, workOf } from '#web/lib/browser/kept-choice.ts';

/** What the seller can change about many listings. None of it is sent to the marketplace. */
const Edit = z.union([
  z.strictObject({ floorPrice: z.number().nullable() }),
  z.strictObject({ floorPercent: z.number() }),
  z.strictObject({ skipSharing: z.boolean() }),
  z.strictObject({ costCents: z.number().nullable() }),
  z.strictObject({ shelf: z.string().nullable() }),
]);
export type Edit = z.output<typeof Edit>;

const Refused = z.array(z.object({ title: z.string(), message: z.string() }));

const editKinds = ['floor', 'unfloor', 'skip', 'share', 'cost', 'uncost', 'shelf', 'unshelf'] as const;
export type EditKind = (typeof editKinds)[number];

const KeptEdit = z.object({
  what: z.enum(editKinds),
  /** Listings before and after it. `by` is what was asked for: the server may know a newer price than this page. */
  changes: z.array(z.object({ id: z.string(), title: z.string(), from: Edit, to: Edit, by: Edit })),
  refused: Refused,
  stopped: z.string().nullable(),
  /** The page was left before the server had answered for all of them. */
  isUnfinished: z.boolean(),
});
export type KeptEdit = z.output<typeof KeptEdit>;

const KeptAnalysis = z.object({
  kind: z.enum(['running', 'done', 'canceled', 'stopped']),
  done: z.number(),
  of: z.number(),
  tally: z.object({ raise: z.number(), lower: z.number(), keep: z.number(), unsure: z.number() }),
  refused: Refused,
  rest: z.array(z.object({ id: z.string(), title: z.string(), price: z.number().nullable() })),
  reason: z.string().nullable(),
});
export type KeptAnalysis = z.output<typeof KeptAnalysis>;

/** Later, the seller no longer looks for it, and prices have moved on. */
const keptMs = 7 * 86_400_000;

/** One value for each seller who uses this browser. */
const box = <Value>(name: string, schema: z.ZodType<Value>) => ({
  read: (sellerId: string): Value | null => {
    const kept = parseJson(keptChoice(workOf(sellerId, name)) ?? '');
    const isRecent = isObject(kept) && Date.now() - Number(kept.at) < keptMs;
    return isRecent ? (schema.safeParse(kept.value).data ?? null) : null;
  },
  keep: (sellerId: string, value: Value | null): void =>
    keepChoice(workOf(sellerId, name), JSON.stringify(value === null ? null : { at: Date.now(), value })),
});

export const keptEdit = box('bulk-edit', KeptEdit);
export const keptAnalysis = box('bulk-analysis', KeptAnalysis);
