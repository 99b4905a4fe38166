// Fields that several schemas share.
import { z } from 'zod';
import { digitCode, groupedCode, plainText, visibleText } from '#domain/text/visible-text.ts';

/** ISO 8601 in UTC on the wire; an Instant in milliseconds inside. */
export const Time = z.iso.datetime();

/** ISO 4217. */
export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/);

const clockMessage = 'Enter a time such as 9:30 AM or 21:30';
/** Always HH:MM in replies. A request may leave out the leading zero. */
export const clockTime = () =>
  typedPlain(clockMessage)
    .regex(/^([01]?\d|2[0-3]):[0-5]\d$/, clockMessage)
    .overwrite((time) => time.padStart(5, '0'));

/** Text of one field, without what pasting brings along: direction marks, no-break blanks, zero widths. Trimmed. */
export const typed = (error: string) => z.string({ error }).overwrite((given) => visibleText(given).trim());
/** The same for figures and addresses: full-width forms become plain ones as well. */
const typedPlain = (error: string) => z.string({ error }).overwrite(plainText);

export const Email = typedPlain('Please enter a valid email address')
  .max(254, 'Please enter a valid email address')
  .pipe(z.email('Please enter a valid email address'));

type Bounds = { least: number; most: number };
/** A whole number within bounds, with one message for everything else. */
export const whole = ({ least, most }: Bounds, message: string) =>
  z.number({ error: message }).int(message).min(least, message).max(most, message);
/** The same from a query. */
export const wholeOfQuery = ({ least, most }: Bounds, message: string) =>
  z.coerce.number({ error: message }).int(message).min(least, message).max(most, message);

export const Message = z.object({ message: z.string() });

/** Text that a seller types: trimmed, bounded, and without control characters. `missing` is the message if it is empty. */
export const text = (most: number, missing = 'Enter some text') =>
  typed(missing)
    .max(most, `Use at most ${most} characters`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it refuses
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'Use plain text only')
    // Half of a character, which no database stores.
    .regex(/^\P{Cs}*$/u, 'Use plain text only');

/** Empty, or at least five digits with what people write between them and an extension: "+1 (212) 555-0134 ext. 7". */
export const Phone = text(40)
  .overwrite((given) => plainText(given).replace(/[‐‑‒–—−]/g, '-'))
  .regex(
    /^$|^(?=(?:\D*\d){5})\+?[\d ()./-]+(?:,? ?(?:x|ext\.?|#) ?\d+)?$/i,
    'Enter a phone number, or leave this empty',
  );

/** A name: one line, and nothing that mail programs turn into a link. */
export const name = (most: number, missing?: string) =>
  text(most, missing)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Use one line of plain text')
    .refine(
      (given) => !addresses.some((address) => address.test(given.replace(shortName, '$1'))),
      'Leave out web addresses',
    );

/** “Ma.de Jesus”, “Fco.de la Cruz”: a short first name, and a particle that is also the ending of addresses. */
const shortName = /(^|\s)\p{Lu}\p{L}{0,2}[.º]?\.[dD][eE](?=\s+(?:[lL][aAoO]?[sS]?\s+)?\p{Lu})/gu;

const addresses = [
  /:\/\/|www\.|\.(?:com|net|org|io|app|dev|info|biz|xyz|shop|store|link|ru|top|site|online|click)\b/i,
  // Two letters before the dot: “J.de Boer” is a name.
  /[\p{L}\p{N}-]{2}\.(?:co|me|uk|de|fr|nl|it|es|pl|se|ch|at|be|eu|us|ca|au|br|cn|jp|in|tk|ml|ga|cf|gq|cc|tv|to|gg|ly|ws|pw)\b/iu,
  // With a path or a port, or of email.
  /[\p{L}\p{N}-]\.\p{L}{2,}(?:\/|:\d)|@[\p{L}\p{N}-]+\.\p{L}/u,
];

/** An IANA zone such as America/New_York. Only the server knows which zones exist. */
export const Timezone = z
  .string({ error: 'Choose a time zone' })
  .min(1, 'Choose a time zone')
  .max(64, 'Choose a time zone');

/** What a browser says of its zone without asking the seller. What can't be one counts as not told. */
export const ToldZone = Timezone.nullish().catch(null);

/** A pasted message with its code is taken, too. */
const longestMessage = 2_000;
/** The code in what was typed or pasted, or `problem`. */
const codeIn = (find: (text: string) => string | null, { missing, problem }: { missing: string; problem: string }) =>
  z
    .string({ error: missing })
    .max(longestMessage, problem)
    .transform((text, context) => {
      const code = find(text);
      if (code !== null) return code;
      context.issues.push({
        code: 'custom',
        input: text,
        message: visibleText(text).trim() === '' ? missing : problem,
      });
      return z.NEVER;
    });

const noCode = 'Enter the code';
/** Six digits of an authenticator app, or a recovery code, whose letters may be typed as the digits that they look like. */
export const SecondStepCode = codeIn(
  (text) => groupedCode(text, { letters: '0-9A-TV-Z', groups: 3 }) ?? digitCode(text, { usual: 6 }),
  { missing: noCode, problem: 'Enter the 6 digits of your app, or one recovery code' },
);

/** The marketplace's codes have six digits, as far as we know. */
export const MarketplaceCode = codeIn((text) => digitCode(text, { usual: 6, least: 4, most: 8 }), {
  missing: noCode,
  problem: 'Enter the digits of the code',
});

const pairing = 'Enter the 8 letters and digits that Hangtag shows';
/** The letters and digits of a pairing code: without 0, 1, I, L, and O, which are hard to tell apart. */
export const pairingCode = { letters: '23456789ABCDEFGHJKMNPQRSTUVWXYZ', length: 8, minutes: 10 } as const;
export const PairingCode = codeIn((text) => groupedCode(text, { letters: pairingCode.letters, groups: 2 }), {
  missing: pairing,
  problem: pairing,
});
