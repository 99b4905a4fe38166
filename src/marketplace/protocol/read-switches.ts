// What the switches may be: details of the real marketplace that we have never seen in a live session. Read from the environment.

import { z } from 'zod';
import { calls, isClosetPath, isPath, isSellersPath, otherClosetPath, placesIn } from './calls.ts';

export const path = z
  .string()
  .max(200)
  .refine(isPath, 'must be a path that begins with one slash, for example /vm-rest/users/self');
const sellersPath = (example: string) =>
  path.refine(isSellersPath, `must contain no other braces than {uid}, once, for example ${example}`);
const word = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be one word of letters, digits, dots, dashes and underscores');
const noDollars = 'must be a whole number of dollars from 1 to 999999';
const dollars = z.int(noDollars).min(1, noDollars).max(999_999, noDollars);

/** The operator can change them without a new release. */
export const SwitchValues = z.strictObject({
  /** Path of one share; `{id}` stands for the listing. */
  sharePath: path.refine((text) => placesIn(text).join() === 'id', 'must contain {id} once, where the listing goes'),
  /** Path of the closet list; `{uid}` stands for its owner. With a query, such as `otherClosetPath`, it is read without filters. */
  closetPath: z
    .string()
    .max(200)
    .refine(
      isClosetPath,
      `must be a path that begins with one slash and contains {uid} once, for example ${otherClosetPath}`,
    ),
  /** Path of the seller's orders; `{uid}` stands for the seller. */
  salesPath: sellersPath(calls.sales.path),
  /** Path of the news about who shared the seller's listings; `{uid}` stands for the seller. */
  newsPath: sellersPath(calls.news.path),
  /** Names of the two fields of the sign-in body. */
  loginUserField: word,
  loginPasswordField: word,
  /** Pages that contain token and identity, tried in this order. */
  bootstrapPaths: z.array(path).min(1, 'must be one or more paths, separated by commas').max(6),
  /** The who-am-I call, which proves a session. */
  probePath: path.refine((text) => placesIn(text).length === 0, 'must not contain braces'),
  /** The header of a write that carries the token. */
  tokenHeader: z
    .string()
    .regex(/^x-[a-z]+(-[a-z]+)*$/, 'must be a header name in lower case that begins with x-, for example x-xsrf-token'),
  /** Lowest and highest listing price, in whole dollars. */
  minPrice: dollars,
  maxPrice: dollars,
  /** Error types that mean "too many shares", besides everything that ends in `LimitExceededError`. */
  shareLimitWords: z.array(word).min(1, 'must be one or more error names, separated by commas').max(20),
  /** If true, a price change sends only the price instead of the whole listing. */
  partialUpdateAllowed: z.boolean('must be true or false'),
  /** Order of the closet list. */
  sortBy: word,
  /** Whether a search sends how many results it wants as a number or as a text. */
  searchCountAs: z.enum(['number', 'text'], 'must be number or text'),
  /** Sent as `pm_version`, in whatever form. No value is known to be refused. */
  pmVersion: word,
  /** Sent as `app_version`. */
  appVersion: word,
});
/** Without a `pmVersion`, it is as the marketplace's page tells. */
export type Switches = Omit<z.infer<typeof SwitchValues>, 'pmVersion'> & { pmVersion: string | null };

/**
 * Reads the switches from environment variables (such as `MARKETPLACE_SHARE_PATH`). A variable that is unset or empty keeps the
 * value in `standard`. Each mistake is one sentence that names the variable, and keeps that value as well.
 */
export function readSwitches(
  env: Record<string, string | undefined>,
  standard: Switches,
): { switches: Switches; mistakes: string[] } {
  const mistakes: string[] = [];
  const read = (key: keyof Switches): unknown => {
    const name = `MARKETPLACE_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
    const text = env[name]?.trim();
    if (!text) return standard[key];
    const { data, error } = SwitchValues.shape[key].safeParse(valueIn(text, standard[key]));
    if (error === undefined) return data;
    mistakes.push(`${name} ${error.issues[0]?.message}.`);
    return standard[key];
  };
  const keys = Object.keys(standard) as (keyof Switches)[];
  const switches = Object.fromEntries(keys.map((key) => [key, read(key)])) as Switches;
  if (switches.minPrice > switches.maxPrice)
    mistakes.push('MARKETPLACE_MIN_PRICE must not be above MARKETPLACE_MAX_PRICE.');
  return { switches, mistakes };
}

/** The value in a text, if it is of the same type as another one. */
function valueIn(text: string, like: unknown): unknown {
  if (typeof like === 'number') return /^\d+$/.test(text) ? Number(text) : text;
  if (typeof like === 'boolean') return /^(true|1)$/i.test(text) || (/^(false|0)$/i.test(text) ? false : text);
  if (!Array.isArray(like)) return text;
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
