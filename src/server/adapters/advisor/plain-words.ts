// Turns a text that a model wrote into safe plain text.

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
export function plainWords(given: unknown, longest: number): string | undefined {
  const text = oneLine(given, longest * 4);
  if (text === undefined || text.length <= longest) return text;
  const end = text.lastIndexOf(' ', longest);
  return text.slice(0, end > longest / 2 ? end : longest).trim();
}

/** The same as `plainWords`, but rejects a text that is too long, because a brand or a size is never a sentence. */
export function shortWords(given: unknown, longest: number): string | undefined {
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
