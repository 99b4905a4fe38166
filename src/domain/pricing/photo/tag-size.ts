// Reads the size on a tag: which of several systems is the American one, and what is no size at all.

import { editsBetween } from '../../text/edit-distance.ts';
import { type SizeSystem, sizeSystem } from '../facts/size-systems.ts';

/** The tallest lone size is the size. */
type Line = { text: string; height: number };

/** A size as people write it, and the system that the tag names for it. */
type Sized = { system?: SizeSystem | undefined; size: string };

type Token =
  | { is: 'system'; system: SizeSystem }
  /** A word for "size". A tag in one language means the numbers of its country. */
  | { is: 'word'; implies?: SizeSystem | undefined }
  | { is: 'size'; text: string }
  | { is: 'other' };

const letterSize = /^(xx?s|x?s|s|m|l|x{1,3}l|[2-6]xl|[1-6]x|os)$/;
/** Sizes in words, and in the letters of the other two languages on a North American tag: petit, grand, chico, extra grande. */
const inLetters = new Map(
  Object.entries({
    small: 's',
    medium: 'm',
    large: 'l',
    petit: 's',
    moyen: 'm',
    grand: 'l',
    chico: 's',
    mediano: 'm',
    grande: 'l',
  }),
);
const inOtherLetters = new Set(['p', 'm', 'g', 'gg', 'tp', 'tg', 'ch', 'eg', 'eeg', 'xg']);

const sizeWords: readonly (readonly [word: string, implies: SizeSystem | undefined])[] = [
  ['size', undefined],
  ['sz', undefined],
  ['waist', undefined],
  ['taille', 'FR'],
  ['taglia', 'IT'],
  ['tg', 'IT'],
  ['talla', 'ES'],
  ['talle', 'ES'],
  ['grosse', 'DE'],
  ['groesse', 'DE'],
  ['gr', 'DE'],
  ['tamanho', 'BR'],
  ['maat', 'EU'],
  ['storlek', 'EU'],
  ['storrelse', 'EU'],
  ['rozmiar', 'EU'],
  ['beden', 'EU'],
  ['koko', 'EU'],
];

/** The least and the largest number of a system, for grown-ups. A number beyond it is one without a system. */
const plausible: Partial<Record<SizeSystem, readonly [number, number]>> = {
  IT: [34, 66],
  FR: [32, 60],
  ES: [32, 60],
  DE: [30, 66],
  BR: [32, 60],
  EU: [30, 66],
};
/** The body heights in cm by which Europe sizes children's clothes. */
const isHeight = (value: number): boolean => value >= 50 && value <= 176 && (value - 50) % 6 === 0;

/** From all lines of a tag. undefined if none says a size. */
export function findSize(lines: readonly Line[]): string | undefined {
  const texts = lines.map(({ text }) => plainText(text));
  const tokens = texts.map(tokensIn);
  const sized = [...tokens.flatMap(sizesIn), ...sizesBelowTheirSystems(tokens)];
  const american = sized.find(({ system }) => system === 'US');
  const named = sized.find(({ system }) => system === undefined);
  const letter = sized.find(({ size }) => letterSize.test(size.toLowerCase()));
  const foreign = preferred.flatMap((system) => sized.filter((one) => one.system === system))[0];
  return (
    firstOf(texts, waistAndLength) ??
    firstOf(texts, ageIn) ??
    firstOf(texts, forMenAndWomen) ??
    (american && inSystem(american)) ??
    named?.size ??
    letter?.size ??
    (foreign && inSystem(foreign)) ??
    aloneOnItsLine(lines, texts)
  );
}

/** Those that translate best come first. */
const preferred: readonly SizeSystem[] = [
  'UK',
  'AU',
  'IT',
  'FR',
  'ES',
  'DE',
  'MX',
  'BR',
  'EU',
  'CA',
  'JP',
  'CN',
  'KR',
  'RU',
];

/** A letter is the same everywhere. */
const inSystem = ({ system, size }: Sized): string =>
  system === undefined || letterSize.test(size.toLowerCase()) ? size : `${system} ${size}`;

function firstOf(texts: readonly string[], read: (text: string) => string | undefined): string | undefined {
  for (const text of texts) {
    const found = read(text);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Lower case, without accents and without the punctuation that neither joins numbers nor splits them. */
const plainText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/['’]s\b/g, '')
    .replace(/§/g, 's')
    .replace(/ ?(?:½|\b1\/2\b)/g, '.5')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/\b(?:([a-z])\.)(?:([a-z])\.?)(?:([a-z])\b\.?)?/g, '$1$2$3')
    .replace(/(\d),5\b/g, '$1.5')
    .replace(/[–—]/g, '-')
    .replace(/(?<!\d)\.|\.(?!5\b)|[:;=,_()[\]{}"'“”’|\\*]/g, ' ')
    // One letter that was read twice: "Mm".
    .replace(/\b([sml])\1\b/g, '$1')
    .replace(/\bone size\b|\bosfa\b|\btaille unique\b|\btaglia unica\b|\btalla unica\b/g, 'os')
    .replace(/\b(?:extra|x)[ -]?(large|small)\b/g, (_, word: string) => (word === 'large' ? 'xl' : 'xs'))
    .replace(/\bx ([sl])\b/g, 'x$1')
    .replace(/\s+/g, ' ')
    .trim();

/** "W32 L34", "32 x 34", "32W 34L", "waist 32 length 34". */
function waistAndLength(text: string): string | undefined {
  const match =
    /\b(?:w|waist) ?(\d{2})\b ?(?:in|x|\/|-)? ?(?:l|length|inseam|leg) ?(\d{2})\b/.exec(text) ??
    /\b(?:w|waist) ?(\d{2}) ?[x/ -] ?(\d{2})\b/.exec(text) ??
    /\b(\d{2}) ?w ?[x/-]? ?(\d{2}) ?l\b/.exec(text) ??
    /\b(\d{2}) ?x ?(\d{2})\b/.exec(text) ??
    /\b(\d{2}) (?:length|inseam|leg) (\d{2})\b/.exec(text) ??
    // Without a letter, two numbers may be anything but waist and length of jeans.
    /^(?:size )?(2[3-9]|3\d|4[0-4]) ?\/ ?(2[89]|3[02468])$/.exec(text);
  return match === null ? undefined : `${match[1]} x ${match[2]}`;
}

const years = 'years?|yrs?|y ?o|y|ans?|anos|anni|jahren?|jaar|ar|lat';
const months = 'months?|mths?|mos?|mois|meses|mesi|monate?|maanden';
const number = '(\\d{1,2})(?: ?[-/] ?(\\d{1,2}))?';
const agesAfter = new RegExp(`\\b${number}(?: ?(${years})| ?(${months})|(m))\\b`);
const agesBefore = new RegExp(`\\b(?:age|ages|alter|eta|edad) ${number}\\b`);

/** "4-5 years", "12-18 months". A number with an M may also be a shoe's width, so it counts only without a blank, in steps of three. */
function ageIn(text: string): string | undefined {
  if (/\bnewborn\b|^nb$/.test(text)) return 'Newborn';
  const after = agesAfter.exec(text);
  const found = after ?? agesBefore.exec(text);
  if (found === null || found[1] === undefined) return undefined;
  const [, from, to] = found;
  const isM = after?.[5] !== undefined;
  const isMonths = isM || after?.[4] !== undefined;
  const last = Number(to ?? from);
  if (isMonths ? last > 36 || (isM && last % 3 !== 0) : last > 18) return undefined;
  // As tags and sellers write it.
  if (to === undefined && isM) return `${from}M`;
  return `${Number(from)}${to === undefined ? '' : `-${Number(to)}`} ${isMonths ? 'months' : 'years'}`;
}

/** Shoes that both may wear: "M 8 / W 9.5". */
function forMenAndWomen(text: string): string | undefined {
  const match = /\bm(?:en)?s? ?(\d{1,2}(?:\.5)?) ?[/-]? ?w(?:omen)?s? ?(\d{1,2}(?:\.5)?)\b/.exec(text);
  return match === null ? undefined : `M ${match[1]} / W ${match[2]}`;
}

/** For whom it is may stand between a system and its size. */
const people = /\b(?:wo)?mens?\b|\b(?:girls?|boys?|kids?|unisex|damen|herren|donna|uomo|femme|homme|mujer|hombre)\b/g;

function tokensIn(text: string): Token[] {
  const words = text
    .replace(people, '')
    // "us6", "6us", and "size8" are two words, and "2xl", "10p", and "34b" are one.
    .replace(/\b([a-z]{2,})(\d+(?:\.5)?)\b/g, '$1 $2')
    // On a blurred tag, the word and its letter are one: "SIZEM". A tag has one size, so "SIZES" is S.
    .replace(/\b(s?[il1!|]z[eo])(xx?s|x?s|m|l|x{1,3}l)\b/g, '$1 $2')
    .replace(/\b(\d+(?:\.5)?)([a-z]{2,})\b/g, (whole, digits: string, letters: string) =>
      sizeSystem(letters) === undefined ? whole : `${digits} ${letters}`,
    )
    .split(/ |(?<=[a-z])[/-](?=[a-z])|(?<=\d)\/(?=[a-z])|(?<=[a-z])\/(?=\d)/)
    .filter((word) => word !== '' && !/^[/x-]$/.test(word));
  const tokens = words.map((word): Token => {
    const system = sizeSystem(word);
    if (system !== undefined) return { is: 'system', system };
    const size = sizeOf(word);
    return size === undefined ? wordToken(word) : { is: 'size', text: size };
  });
  // Readers take digits for letters, but only a word for "size" or a system makes such a letter a digit.
  return tokens.map((token, at) => {
    const before = tokens[at - 1]?.is;
    const misread = before === 'word' || before === 'system' ? sizeOf(asDigits(words[at] ?? '')) : undefined;
    return token.is === 'other' && misread !== undefined ? { is: 'size', text: misread } : token;
  });
}

const asDigits = (word: string): string =>
  word
    .replace(/o/g, '0')
    .replace(/[il|!]/g, '1')
    .replace(/b/g, '8');

function wordToken(word: string): Token {
  if (/^s?[il1!|]z[eo]$/.test(word)) return { is: 'word' };
  const found = sizeWords.find(([spelling]) => {
    const most = spelling.length >= 5 ? 1 : 0;
    return editsBetween(word, spelling, most) <= most;
  });
  return found === undefined ? { is: 'other' } : { is: 'word', implies: found[1] };
}

/** As we write it; undefined for what is no size. */
function sizeOf(word: string): string | undefined {
  const letter = inLetters.get(word) ?? word;
  if (letterSize.test(letter)) return letter === 'os' ? 'One size' : letter.toUpperCase();
  const waist = /^w(\d{2})$/.exec(letter)?.[1];
  if (waist !== undefined) return waist;
  const range = /^(xx?s|x?s|s|m|l|xl)[/-](s|m|l|x{1,3}l)$/.exec(letter);
  if (range) return `${range[1]}/${range[2]}`.toUpperCase();
  // Petite, regular, tall, women's waist, and cups of bras.
  const match = /^(\d{1,3})(\.5)?(?:(w|r|p|t|m)|([a-h]|aa|dd|ddd|ff))?$/.exec(letter);
  if (match === null) return /^\d{1,2}-\d{1,2}$/.test(letter) ? letter : undefined;
  const value = Number(match[1]);
  if (match[4] !== undefined && (value < 28 || value > 52)) return undefined;
  return value > 60 && !isHeight(value) ? undefined : letter.toUpperCase().replace(/^0(?=\d$)/, '');
}

/** The sizes of one line, each with the system beside it: "EUR 38 USA 6" as well as "38 EU / 6 US". */
function sizesIn(tokens: readonly Token[]): Sized[] {
  const after = paired(tokens, 1);
  const before = paired(tokens, -1);
  const last = tokens.findLast(({ is }) => is === 'system' || is === 'size');
  const isBefore = before.length === after.length ? last?.is === 'system' : before.length > after.length;
  const ofSystems = isBefore ? before : after;
  const implied = tokens.flatMap((token) => (token.is === 'word' ? [token.implies] : []));
  const [language] = implied.every((each) => each === implied[0]) ? implied : [];
  return [...ofSystems, ...named(tokens, language)];
}

/** A system and the size next to it; systems that share a size ("US/CA 6") all have it. */
function paired(tokens: readonly Token[], step: 1 | -1): Sized[] {
  return tokens.flatMap((token, at) => {
    if (token.is !== 'system') return [];
    let next = at + step;
    while (tokens[next]?.is === 'system' || tokens[next]?.is === 'word') next += step;
    const found = tokens[next];
    return found?.is === 'size' ? [{ system: token.system, size: found.text }] : [];
  });
}

/** The size after a word for "size", if no system stands between or behind. */
function named(tokens: readonly Token[], language: SizeSystem | undefined): Sized[] {
  return tokens.flatMap((token, at) => {
    const next = tokens.slice(at + 1).find(({ is }) => is !== 'other');
    const behind = next && tokens[tokens.indexOf(next) + 1];
    if (token.is !== 'word' || next?.is !== 'size' || behind?.is === 'system') return [];
    const [least, most] = plausible[language ?? 'US'] ?? [1, 0];
    const isOfLanguage = Number(next.text) >= least && Number(next.text) <= most;
    return [{ system: isOfLanguage ? language : undefined, size: next.text }];
  });
}

/** A table: a line of systems, and below it a line with a size for each. */
function sizesBelowTheirSystems(lines: readonly Token[][]): Sized[] {
  return lines.flatMap((tokens, at) => {
    const below = lines[at + 1] ?? [];
    const isHead = tokens.length > 0 && tokens.every(({ is }) => is === 'system');
    if (!isHead || below.length !== tokens.length || !below.every(({ is }) => is === 'size')) return [];
    return tokens.flatMap((token, column) => {
      const size = below[column];
      return token.is === 'system' && size?.is === 'size' ? [{ system: token.system, size: size.text }] : [];
    });
  });
}

/** The tallest line that is nothing but a size. "L/G/G" is one size in three languages. */
function aloneOnItsLine(lines: readonly Line[], texts: readonly string[]): string | undefined {
  const found = texts.flatMap((text, at) => {
    const [first = '', ...others] = text.split(/[ /]+/);
    const isSame = others.every((word) => inOtherLetters.has(word) || letterSize.test(word));
    const size = sizeOf(text.replace(' / ', '/')) ?? (isSame ? sizeOf(first) : undefined);
    return size === undefined || /^\d{3}|-/.test(size) ? [] : [{ size, height: lines[at]?.height ?? 0 }];
  });
  return found.toSorted((one, other) => other.height - one.height)[0]?.size;
}
