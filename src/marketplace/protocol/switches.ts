// Settings for details of the real marketplace that we have never seen in a live session.

import { calls, isClosetPath, isPath, isSellersPath } from './calls.ts';

/** Details that may differ at the real marketplace. The operator can change them without a new release. */
export type Switches = {
  /** Path of one share; `{id}` stands for the listing. */
  sharePath: string;
  /** Path of the closet list; `{uid}` stands for its owner. With a query, such as `otherClosetPath`, it is read without filters. */
  closetPath: string;
  /** Path of the seller's orders; `{uid}` stands for the seller. */
  salesPath: string;
  /** Path of the news about who shared the seller's listings; `{uid}` stands for the seller. */
  newsPath: string;
  /** Names of the two fields of the sign-in body. */
  loginUserField: string;
  loginPasswordField: string;
  /** Pages that contain token and identity, tried in this order. */
  bootstrapPaths: readonly string[];
  /** The who-am-I call, which proves a session. */
  probePath: string;
  /** The header of a write that carries the token. */
  tokenHeader: string;
  /** Lowest and highest listing price, in whole dollars. */
  minPrice: number;
  maxPrice: number;
  /** Error types that mean "too many shares", besides everything that ends in `LimitExceededError`. */
  shareLimitWords: readonly string[];
  /** If true, a price change sends only the price instead of the whole listing. */
  partialUpdateAllowed: boolean;
  /** Order of the closet list. */
  sortBy: string;
  /** Whether a search sends how many results it wants as a number or as a text. */
  searchCountAs: 'number' | 'text';
  /** Sent as `pm_version`, in whatever form. null: as the marketplace's page tells. No value is known to be refused. */
  pmVersion: string | null;
  /** Sent as `app_version`. */
  appVersion: string;
};

/** Where the code of other programs has read the closet since October 2026. */
export const otherClosetPath = '/vm-rest/users/{uid}/posts?app_version=2.55&nm=cl_all&summarize=true&max_id=';

export const defaultSwitches: Switches = {
  sharePath: calls.share.path,
  closetPath: calls.closet.path,
  salesPath: calls.sales.path,
  newsPath: calls.news.path,
  loginUserField: 'user_handle',
  loginPasswordField: 'password',
  bootstrapPaths: ['/create-listing', '/feed'],
  probePath: calls.self.path,
  tokenHeader: 'x-xsrf-token',
  minPrice: 3,
  maxPrice: 50_000,
  shareLimitWords: ['SharePostRequestLimitExceededError'],
  partialUpdateAllowed: false,
  sortBy: 'added_desc',
  searchCountAs: 'number',
  pmVersion: null,
  appVersion: '2.55',
};

/** How one environment variable is parsed, and the end of the sentence that says what it must be. */
type Reading<T> = { read(text: string): T | null; must: string };

const path: Reading<string> = {
  read: (text) => (isPath(text) ? text : null),
  must: 'must be a path that begins with one slash, for example /vm-rest/users/self',
};
const sharePath: Reading<string> = {
  read: (text) => (isPath(text) && text.includes('{id}') ? text : null),
  must: 'must be a path that begins with one slash and holds {id} where the listing goes',
};
const closetPath: Reading<string> = {
  read: (text) => (isClosetPath(text) ? text : null),
  must: `must be a path that begins with one slash and holds {uid} where the seller goes, for example ${otherClosetPath}`,
};
const sellersPath = (example: string): Reading<string> => ({
  read: (text) => (isSellersPath(text) ? text : null),
  must: `must be a path that begins with one slash and holds {uid} where the seller goes, for example ${example}`,
});
const paths: Reading<string[]> = {
  read: (text) => (list(text).length > 0 && list(text).every(isPath) ? list(text) : null),
  must: 'must be one or more paths, separated by commas, for example /create-listing,/feed',
};
const word: Reading<string> = {
  read: (text) => (/^[A-Za-z0-9_.-]{1,64}$/.test(text) ? text : null),
  must: 'must be one word of letters, digits, dots, dashes and underscores',
};
const words: Reading<string[]> = {
  read: (text) => (list(text).length > 0 && list(text).every((one) => word.read(one) !== null) ? list(text) : null),
  must: 'must be one or more error names, separated by commas',
};
const headerName: Reading<string> = {
  read: (text) => (/^x-[a-z]+(-[a-z]+)*$/.test(text) ? text : null),
  must: 'must be a header name in lower case that begins with x-, for example x-xsrf-token',
};
const dollars: Reading<number> = {
  read: (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null),
  must: 'must be a whole number of dollars from 1 to 999999',
};
const flag: Reading<boolean> = {
  read: (text) => (/^(true|1)$/i.test(text) ? true : /^(false|0)$/i.test(text) ? false : null),
  must: 'must be true or false',
};

const countAs: Reading<Switches['searchCountAs']> = {
  read: (text) => (text === 'number' || text === 'text' ? text : null),
  must: 'must be number or text',
};

const variables: { [K in keyof Switches]: [name: string, reading: Reading<Switches[K]>] } = {
  sharePath: ['MARKETPLACE_SHARE_PATH', sharePath],
  closetPath: ['MARKETPLACE_CLOSET_PATH', closetPath],
  salesPath: ['MARKETPLACE_SALES_PATH', sellersPath(calls.sales.path)],
  newsPath: ['MARKETPLACE_NEWS_PATH', sellersPath(calls.news.path)],
  loginUserField: ['MARKETPLACE_LOGIN_USER_FIELD', word],
  loginPasswordField: ['MARKETPLACE_LOGIN_PASSWORD_FIELD', word],
  bootstrapPaths: ['MARKETPLACE_BOOTSTRAP_PATHS', paths],
  probePath: ['MARKETPLACE_PROBE_PATH', path],
  tokenHeader: ['MARKETPLACE_TOKEN_HEADER', headerName],
  minPrice: ['MARKETPLACE_MIN_PRICE', dollars],
  maxPrice: ['MARKETPLACE_MAX_PRICE', dollars],
  shareLimitWords: ['MARKETPLACE_SHARE_LIMIT_WORDS', words],
  partialUpdateAllowed: ['MARKETPLACE_PARTIAL_UPDATE_ALLOWED', flag],
  sortBy: ['MARKETPLACE_SORT_BY', word],
  searchCountAs: ['MARKETPLACE_SEARCH_COUNT_AS', countAs],
  pmVersion: ['MARKETPLACE_PM_VERSION', word],
  appVersion: ['MARKETPLACE_APP_VERSION', word],
};

/**
 * Reads the switches from environment variables (such as `MARKETPLACE_SHARE_PATH`). A variable that is unset or empty keeps the
 * value in `standard`. Each mistake is one sentence that names the variable, and keeps that value as well.
 */
export function readSwitches(
  env: Record<string, string | undefined>,
  standard: Switches = defaultSwitches,
): { switches: Switches; mistakes: string[] } {
  const mistakes: string[] = [];
  const read = <K extends keyof Switches>(key: K): Switches[K] => {
    const [name, reading] = variables[key];
    const text = env[name]?.trim();
    if (!text) return standard[key];
    const value = reading.read(text);
    if (value === null) mistakes.push(`${name} ${reading.must}.`);
    return value ?? standard[key];
  };
  const keys = Object.keys(variables) as (keyof Switches)[];
  const switches = Object.fromEntries(keys.map((key) => [key, read(key)])) as Switches;
  if (switches.minPrice > switches.maxPrice) {
    mistakes.push('MARKETPLACE_MIN_PRICE must not be above MARKETPLACE_MAX_PRICE.');
  }
  return { switches, mistakes };
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
