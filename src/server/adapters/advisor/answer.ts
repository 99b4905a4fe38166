// Reads the answer of the AI model.

import { z } from 'zod';
import { endOfObject, isObject, parseJson } from '#domain/json.ts';
import { type Cents, fromDollars } from '#domain/money.ts';
import type { DescribedFields, ModelComparable } from '#domain/ports/pricing/advisor.ts';
import { type Condition, conditions, readCondition } from '#domain/pricing/facts/condition.ts';

/**
 * The answer that a model is asked for. Every field is present and may be null, because servers that enforce a schema require
 * that. Many of them reject limits on length or number, so `readAnswer` applies those.
 */
export const Answer = z.object({
  brand: z.string().nullable(),
  category: z.string().nullable(),
  condition: z.enum(conditions).nullable(),
  colorAndStyle: z.string().nullable(),
  size: z.string().nullable(),
  description: z.string().nullable(),
  originalPriceUsd: z.number().nullable(),
  comparables: z.array(
    z.object({
      title: z.string(),
      brand: z.string().nullable(),
      condition: z.enum(conditions).nullable(),
      priceUsd: z.number(),
    }),
  ),
});

export type ReadAnswer = { fields: DescribedFields; comparables: ModelComparable[] };

const mostComparables = 6;
/** Each brace may cost a scan to the end of the text. Without these bounds, a page of braces would block the process. */
const searched = { characters: 65_536, braces: 40 };
/** Prices outside this range, in cents, are ignored: a photo is not enough to price an item that low or high. */
const prices = { least: 100, most: 2_000_000 };

/** Reads a model's answer, even with prose around it; null if there is no answer in it, or an empty one. */
export function readAnswer(text: string): ReadAnswer | null {
  for (const candidate of objectsIn(text)) {
    const answer = fieldByField(candidate);
    if (Object.keys(answer.fields).length > 0 || answer.comparables.length > 0) return answer;
  }
  return null;
}

/** Reads field by field, so that an invalid field is left out and the others are kept. */
function fieldByField(given: Record<string, unknown>): ReadAnswer {
  const fields: DescribedFields = {
    ...defined('brand', shortWords(given.brand, 50)),
    ...defined('category', shortWords(given.category, 60)),
    ...defined('condition', conditionOf(given.condition)),
    ...defined('colorAndStyle', plainWords(given.colorAndStyle, 100)),
    ...defined('size', shortWords(given.size, 24)),
    ...defined('description', plainWords(given.description, 600)),
    ...defined('originalPrice', priceOf(given.originalPriceUsd)),
  };
  const listed = Array.isArray(given.comparables) ? given.comparables.slice(0, mostComparables) : [];
  return { fields, comparables: listed.flatMap(comparable) };
}

function comparable(given: unknown): ModelComparable[] {
  if (!isObject(given)) return [];
  const title = plainWords(given.title, 100);
  const price = priceOf(given.priceUsd);
  if (title === undefined || price === undefined) return [];
  const rest = {
    ...defined('brand', shortWords(given.brand, 50)),
    ...defined('condition', conditionOf(given.condition)),
  };
  return [{ title, ...rest, price }];
}

/** Maps what the model wrote to one of our condition levels, for example "Used - good"; undefined if it names none. */
function conditionOf(given: unknown): Condition | undefined {
  const text = shortWords(given, 60);
  return text === undefined ? undefined : readCondition(text);
}

/** Reads dollars as a number, or as "$1,200.50", which models without a schema write. */
function priceOf(given: unknown): Cents | undefined {
  const amount = typeof given === 'string' ? readDollars(given) : given;
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return undefined;
  const cents = fromDollars(amount);
  return cents >= prices.least && cents <= prices.most ? cents : undefined;
}

function readDollars(text: string): number | undefined {
  const [, amount] = /^\s*(?:US)?\$?\s*(\d{1,6}(?:,\d{3})*(?:\.\d{1,2})?)\s*(?:USD|dollars)?\s*$/i.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount.replaceAll(',', ''));
}

/**
 * The JSON objects in a text, in order, without nested ones. Some models write their reasoning first, some put the answer into a
 * code fence, and some are cut off: an object that is never closed is left out.
 */
function* objectsIn(text: string): Generator<Record<string, unknown>> {
  const thought = Math.max(text.lastIndexOf('</think>'), text.lastIndexOf('</thinking>'));
  const spoken = text.slice(Math.max(0, thought), Math.max(0, thought) + searched.characters);
  let start = spoken.indexOf('{');
  for (let braces = 0; start >= 0 && braces < searched.braces; braces++) {
    const end = endOfObject(spoken, start);
    const value = end === null ? undefined : parseJson(spoken.slice(start, end));
    if (isObject(value)) yield value;
    start = spoken.indexOf('{', isObject(value) && end !== null ? end : start + 1);
  }
}

const defined = <K extends string, T>(name: K, value: T | undefined): { [N in K]?: T } =>
  value === undefined ? {} : ({ [name]: value } as { [N in K]?: T });

/** Links, markup, and contacts. A text that contains any of these is rejected as a whole, never repaired. */
const strangers: readonly RegExp[] = [
  /\b[a-z][a-z0-9+.-]*:\/\/|\b(mailto|javascript|vbscript):|\bdata:\w+\/|\bwww\./i,
  /\b[\w-]+\.(com|net|org|info|biz|shop|store|app|site|online|link|xyz|top|io|me|co|ru|cn)\b/i,
  /<\/?[a-z!?]/i,
  /\]\(|`|\{\{|\$\{/,
  /\S@\S+\.\S/,
  /\+?\d[\d ().-]{8,}\d/,
];

/** Text addressed to a model or written about one: an instruction read from a photo, or a model's excuse. */
const asides: readonly RegExp[] = [
  /\b(ignore|disregard|forget|override|bypass)\b.{0,60}\b(instructions?|prompts?|rules?|previous|above|prior)\b/i,
  /\b(system|developer) (prompt|message|instructions?)\b/i,
  /\bas an? (ai|artificial intelligence|(large )?language model|assistant)\b/i,
  /\b(i['’]?m|i am) (sorry|unable|not able)\b|\bi (can['’]?t|cannot|won['’]?t|will not)\b/i,
  /\b(api|access|secret) ?(key|token)\b/i,
];

const nothingSaid =
  /^\W*(unknown|unsure|unclear|n\/?a|none|null|nil|undefined|no brand|unbranded|generic|unidentified|cannot .*|can't .*|not (visible|sure|known|available|applicable|specified|provided|shown|identifiable|determined|clear)\b.*|unknown\b.*)\W*$/i;

/**
 * One line of plain text, at most `longest` characters, cut between two words. Returns undefined if the text is empty, or
 * contains links, markup, contacts, or instructions.
 */
function plainWords(given: unknown, longest: number): string | undefined {
  const text = oneLine(given, longest * 4);
  if (text === undefined || text.length <= longest) return text;
  const end = text.lastIndexOf(' ', longest);
  return text.slice(0, end > longest / 2 ? end : longest).trim();
}

/** The same as `plainWords`, but rejects a text that is too long, because a brand or a size is never a sentence. */
function shortWords(given: unknown, longest: number): string | undefined {
  const text = oneLine(given, longest * 4);
  return text !== undefined && text.length <= longest ? text : undefined;
}

function oneLine(given: unknown, most: number): string | undefined {
  if (typeof given !== 'string') return undefined;
  // The removed characters are invisible, or change the direction of the text around them.
  const text = given
    .slice(0, most)
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(text) || nothingSaid.test(text)) return undefined;
  return [...strangers, ...asides].some((one) => one.test(text)) ? undefined : text;
}
