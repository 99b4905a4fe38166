// Fields that several schemas share.
import { z } from 'zod';

/** ISO 8601 in UTC on the wire; an Instant in milliseconds inside. */
export const Time = z.iso.datetime();

/** ISO 4217. */
export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/);

export const Email = z
  .string({ error: 'Please enter a valid email address' })
  .trim()
  .max(254, 'Please enter a valid email address')
  .pipe(z.email('Please enter a valid email address'));

export const Message = z.object({ message: z.string() });

/** Text that a seller types: trimmed, bounded, and without control characters. `missing` is the message if it is empty. */
export const text = (most: number, missing = 'Enter some text') =>
  z
    .string({ error: missing })
    .trim()
    .max(most, `Use at most ${most} characters`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it refuses
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'Use plain text only')
    // Half of a character, which no database stores.
    .regex(/^\P{Cs}*$/u, 'Use plain text only');

/** Empty, or at least five digits with what people write between them and an extension: "+1 (212) 555-0134 ext. 7". */
export const Phone = text(40).regex(
  /^$|^(?=(?:\D*\d){5})\+?[\d ()./-]+(?:,? ?(?:x|ext\.?|#) ?\d+)?$/i,
  'Enter a phone number, or leave this empty',
);

/** A name: one line, and nothing that mail programs turn into a link. */
export const name = (most: number, missing?: string) =>
  text(most, missing)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Use one line of plain text')
    // These reverse the text after them, so that a name could read as something else.
    .regex(/^[^\u202a-\u202e\u2066-\u2069]*$/, 'Use plain text only')
    .refine((given) => !addresses.some((address) => address.test(given)), 'Leave out web addresses');

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

const noCode = 'Enter the code';
/** Digits of an authenticator app, or a recovery code. Blanks and dashes don't matter. */
export const SecondStepCode = z
  .string({ error: noCode })
  .max(40, 'That code is too long')
  .transform((code) => code.replace(/[\s-]/g, '').toUpperCase())
  .refine((code) => code !== '', noCode);
