/** What is no text of a listing but a way to somewhere, markup, or a contact: all of it is refused whole, never mended. */
const strangers: readonly RegExp[] = [
  /\b[a-z][a-z0-9+.-]*:\/\/|\b(mailto|javascript|vbscript):|\bdata:\w+\/|\bwww\./i,
  /\b[\w-]+\.(com|net|org|info|biz|shop|store|app|site|online|link|xyz|top|io|me|co|ru|cn)\b/i,
  /<\/?[a-z!?]/i,
  /\]\(|`|\{\{|\$\{/,
  /\S@\S+\.\S/,
  /\+?\d[\d ().-]{8,}\d/,
];

/** What speaks to a machine or about one: an instruction that was read off a photo, or a model's excuse. */
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
 * What a model wrote, as one line of plain text of at most `longest` characters, cut between two words; undefined where it
 * says nothing or is more than words: addresses, markup, contacts, instructions.
 */
export function plainWords(given: unknown, longest: number): string | undefined {
  const text = oneLine(given, longest * 4);
  if (text === undefined || text.length <= longest) return text;
  const end = text.lastIndexOf(' ', longest);
  return text.slice(0, end > longest / 2 ? end : longest).trim();
}

/** As `plainWords`, but a text that is too long is refused: a brand or a size is never a sentence. */
export function shortWords(given: unknown, longest: number): string | undefined {
  const text = oneLine(given, longest * 4);
  return text !== undefined && text.length <= longest ? text : undefined;
}

function oneLine(given: unknown, most: number): string | undefined {
  if (typeof given !== 'string') return undefined;
  // The marks that are taken out show nothing, or turn the order of what stands beside them.
  const text = given
    .slice(0, most)
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(text) || nothingSaid.test(text)) return undefined;
  return [...strangers, ...asides].some((one) => one.test(text)) ? undefined : text;
}
