// Checks the connector's switches: details that were never seen in a live session.

import { isObject } from '../../src/domain/json.ts';
import { switchedPaths } from '../../src/marketplace/profile/profile.ts';
import { calls } from '../../src/marketplace/protocol/calls.ts';
import type { Switches } from '../../src/marketplace/protocol/read-switches.ts';
import { defaultSwitches } from '../../src/marketplace/protocol/switches.ts';
import { isVersion } from '../../src/marketplace/recording/kinds.ts';
import type { Entry } from '../../src/marketplace/recording/recording.ts';
import { type Check, confirmed, differs, type Numbered, notSeen, valueAt, whereOf } from './check.ts';
import { isUnknownRoute } from './check-calls.ts';
import { type FoundCall, type FoundCalls, isAt, isSuccess, isWrite } from './find-calls.ts';

type Key = keyof Switches;

const titles: Record<Key, string> = {
  sharePath: 'Path of a share',
  closetPath: 'Path of the closet',
  salesPath: 'Path of the sales',
  newsPath: 'Path of the news about shares',
  loginUserField: 'Sign-in field for the user name',
  loginPasswordField: 'Sign-in field for the password',
  bootstrapPaths: 'Pages that contain the token and the identity',
  probePath: 'Path that checks the session',
  tokenHeader: 'Header that carries the token',
  minPrice: 'Lowest price of a listing',
  maxPrice: 'Highest price of a listing',
  shareLimitWords: 'Error that means too many shares',
  partialUpdateAllowed: 'Whether a price can be sent alone',
  sortBy: 'Order of the closet',
  searchCountAs: 'How a search sends its count',
  pmVersion: 'Version of the web site',
  appVersion: 'Version of the app',
};

const kindOf = (key: Key): string =>
  /path/i.test(key) ? 'path' : /field/i.test(key) ? 'field' : key === 'tokenHeader' ? 'header' : 'value';
const standard = (key: Key): string => String(defaultSwitches[key]);
const same = (key: Key): Check => confirmed(key, titles[key]);
const unseen = (key: Key): Check => notSeen(key, titles[key]);

function other<K extends Key>(key: K, value: Switches[K], at: Numbered): Check {
  return differs(
    key,
    titles[key],
    [{ what: kindOf(key), expected: standard(key), seen: String(value), where: whereOf(at) }],
    { switches: { [key]: value } },
  );
}

function differsOutOfReach(key: Key, seen: string, at: Numbered, outOfReach: string): Check {
  return differs(key, titles[key], [
    { what: kindOf(key), expected: standard(key), seen, where: whereOf(at), outOfReach },
  ]);
}

export function checkSwitches(entries: readonly Numbered[], found: FoundCalls): Check[] {
  return [
    ...switched.map((name) => pathCheck(name, entries, found[name])),
    ...signInFields(found.login),
    bootstrapPages(entries),
    tokenHeader(entries),
    priceLimit('minPrice', entries, found),
    priceLimit('maxPrice', entries, found),
    shareLimit(entries, found.share),
    partialUpdate(found.update),
    sortBy(found),
    searchCount(found),
    siteVersion(entries),
    appVersion(entries),
  ];
}

const switched = Object.keys(switchedPaths) as (keyof typeof switchedPaths)[];

function pathCheck(name: keyof typeof switchedPaths, entries: readonly Numbered[], call: FoundCall | undefined): Check {
  const key = switchedPaths[name];
  const [first] = call?.entries ?? [];
  if (call !== undefined && first !== undefined) {
    if (call.path === calls[name].path) return same(key);
    return call.path === null
      ? differsOutOfReach(key, first.entry.path, first, 'Hangtag can’t tell apart the parts of its path that change')
      : other(key, name === 'closet' ? withPlainQuery(call.path, first.entry) : call.path, first);
  }
  const refused = entries.find(({ entry }) => isAt(entry, name) && isUnknownRoute(entry));
  if (refused === undefined) return unseen(key);
  return differsOutOfReach(key, 'no such address', refused, remedies[name]);
}

const remedies = {
  share: 'share a listing on the site and record that',
  closet: 'open your closet on the site and record that',
  sales: 'open your sales on the site and record that',
  news: 'open your news about shares on the site and record that',
  // The bootstrap page proves a session as well, so a missing probe does no harm.
  self: 'Hangtag checks the session with a page instead',
};

/** A closet without the parameter `request` is read by its own parameters. The cursor and the site's version are added to them. */
function withPlainQuery(path: string, { query }: Entry): string {
  if (Object.values(query).some(isObject)) return path;
  const kept = Object.entries(query).filter(
    ([name, value]) => name !== 'max_id' && name !== 'pm_version' && /^[\w.-]+$/.test(String(value)),
  );
  return kept.length === 0
    ? path
    : `${path}?${[...kept.map(([name, value]) => `${name}=${value}`), 'max_id='].join('&')}`;
}

function signInFields(login: FoundCall | undefined): Check[] {
  const [first] = login?.entries ?? [];
  const sent = first?.entry.sent;
  if (first === undefined || !isObject(sent)) return [unseen('loginUserField'), unseen('loginPasswordField')];
  const keys = Object.keys(sent);
  const password = 'password' in sent ? 'password' : keys.find((key) => /pass/i.test(key));
  const user =
    'user_handle' in sent
      ? 'user_handle'
      : keys.find((key) => /user|e.?mail|login|handle|account|name/i.test(key) && key !== password);
  const field = (key: 'loginUserField' | 'loginPasswordField', name: string | undefined): Check => {
    if (name === undefined)
      return differsOutOfReach(key, keys.join(', '), first, 'no field of the sign-in looks like it');
    if (name === defaultSwitches[key]) return same(key);
    return /^\w{1,64}$/.test(name)
      ? other(key, name, first)
      : differsOutOfReach(
          key,
          name,
          first,
          'the site signs in with a form, which Hangtag doesn’t send. Import a session instead',
        );
  };
  return [field('loginUserField', user), field('loginPasswordField', password)];
}

/**
 * An expected page counts if it gives a token to someone who is signed in. Another one counts only if it says who that is: for the
 * identity itself Hangtag has the cookie and the session check as well.
 */
function bootstrapPages(entries: readonly Numbered[]): Check {
  const { bootstrapPaths } = defaultSwitches;
  const pages = entries.filter(({ entry }) => givesToken(entry));
  const known = pages.find(({ entry }) => bootstrapPaths.includes(entry.path));
  const lost = entries.find(({ entry }) => entry.path === bootstrapPaths[0] && entry.status >= 400);
  if (known !== undefined && (lost === undefined || known.entry.path === bootstrapPaths[0]))
    return same('bootstrapPaths');
  const others = pages.filter(({ entry }) => !entry.path.includes('<') && (saysWho(entry) || entry === known?.entry));
  const [first] = others;
  const paths = [...new Set(others.map(({ entry }) => entry.path))];
  return first === undefined ? unseen('bootstrapPaths') : other('bootstrapPaths', paths.slice(0, 6), first);
}

function givesToken({ method, status, page, setsCookies }: Entry): boolean {
  if (method !== 'GET' || status !== 200 || page === undefined || page.marks.length > 0) return false;
  return (page.hasToken || setsCookies.includes('_csrf')) && valueAt(page.state, 'auth.isUserLoggedIn') !== false;
}

const saysWho = ({ page }: Entry): boolean =>
  valueAt(page?.state, 'auth.isUserLoggedIn') === true ||
  valueAt(page?.state, 'userCookies.userInfo.uid') !== undefined;

function tokenHeader(entries: readonly Numbered[]): Check {
  const writes = entries.filter(({ entry }) => isWrite(entry) && isSuccess(entry));
  if (writes.some(({ entry }) => entry.requestHeaders.includes(defaultSwitches.tokenHeader)))
    return same('tokenHeader');
  for (const one of writes) {
    const header = one.entry.requestHeaders.find((name) => /^x-.*(csrf|xsrf|token)/.test(name));
    if (header !== undefined) return other('tokenHeader', header, one);
  }
  return unseen('tokenHeader');
}

/** Prices that were sent, with the outcome of each. The message of a refusal names the limit. */
function priceLimit(key: 'minPrice' | 'maxPrice', entries: readonly Numbered[], found: FoundCalls): Check {
  const isMin = key === 'minPrice';
  const isBeyond = (price: number, limit: number): boolean => (isMin ? price < limit : price > limit);
  const limit = defaultSwitches[key];
  for (const one of entries) {
    const price = priceSent(one.entry, found);
    const amount = /\$(\d+)/.exec(messageOf(one.entry))?.[1];
    if (price === null || amount === undefined || !isBeyond(price, Number(amount))) continue;
    return Number(amount) === limit ? same(key) : other(key, Number(amount), one);
  }
  const taken = entries.find(({ entry }) => isSuccess(entry) && isBeyond(priceSent(entry, found) ?? limit, limit));
  const price = taken && priceSent(taken.entry, found);
  return taken && price ? other(key, price, taken) : unseen(key);
}

/** The price in a listing that is saved: under its own name, or under the one that the comparison found. */
function priceSent(entry: Entry, { update }: FoundCalls): number | null {
  const isUpdate = update?.entries.some(
    (one) => one.entry.path.replace(/<.*?>/g, '') === entry.path.replace(/<.*?>/g, ''),
  );
  if (!isWrite(entry) || !isObject(entry.sent) || !(isUpdate || isAt(entry, 'update'))) return null;
  const amounts = Object.values(entry.sent).flatMap((post) =>
    isObject(post) ? Object.entries(post).filter(([key]) => /price/.test(key) && !/original/.test(key)) : [],
  );
  const val = Number(valueAt(amounts[0]?.[1], 'val'));
  return Number.isFinite(val) ? val : null;
}

function messageOf({ received }: Entry): string {
  const error = valueAt(received, 'error');
  const texts = ['userMessage', 'errorMessage', 'message'].map((key) => valueAt(error, key));
  return texts.find((text): text is string => typeof text === 'string') ?? '';
}

function shareLimit(entries: readonly Numbered[], share: FoundCall | undefined): Check {
  const addresses = new Set((share?.entries ?? []).map(({ entry }) => entry.path.replace(/<.*?>/g, '*')));
  for (const one of entries) {
    const { entry } = one;
    const isShare =
      addresses.has(entry.path.replace(/<.*?>/g, '*')) || isAt(entry, 'share') || /share/i.test(entry.path);
    const type = valueAt(entry.received, 'error.errorType') ?? valueAt(entry.received, 'error.error_type');
    if (!isShare || !isWrite(entry) || typeof type !== 'string') continue;
    if (defaultSwitches.shareLimitWords.includes(type) || type.endsWith('LimitExceededError'))
      return same('shareLimitWords');
    const status = valueAt(entry.received, 'error.statusCode');
    if (/limit|too.?many|exceed|throttl|jail/i.test(type) || entry.status === 429 || status === 429)
      return other('shareLimitWords', [type, ...defaultSwitches.shareLimitWords], one);
  }
  return unseen('shareLimitWords');
}

function partialUpdate(update: FoundCall | undefined): Check {
  const [first] = update?.entries ?? [];
  if (first === undefined) return unseen('partialUpdateAllowed');
  const alone = update?.entries.find(
    ({ entry }) => isObject(entry.sent) && Object.values(entry.sent).every(isPriceAlone),
  );
  return alone === undefined ? same('partialUpdateAllowed') : other('partialUpdateAllowed', true, alone);
}

const isPriceAlone = (post: unknown): boolean =>
  isObject(post) && Object.keys(post).length > 0 && Object.keys(post).every((key) => /price/.test(key));

function sortBy({ closet }: FoundCalls): Check {
  let different: [string, Numbered] | null = null;
  for (const one of closet?.entries ?? []) {
    const asked = Object.values(one.entry.query).find(isObject) ?? one.entry.query;
    const order = valueAt(asked, 'sort_by');
    if (order === defaultSwitches.sortBy) return same('sortBy');
    if (typeof order === 'string' && /^\w+$/.test(order)) different ??= [order, one];
  }
  return different === null ? unseen('sortBy') : other('sortBy', ...different);
}

function searchCount({ search }: FoundCalls): Check {
  for (const one of search?.entries ?? []) {
    const kind = typeof valueAt(Object.values(one.entry.query).find(isObject), 'count');
    if (kind === 'number') return same('searchCountAs');
    if (kind === 'string') return other('searchCountAs', 'text', one);
  }
  return unseen('searchCountAs');
}

/** Any version will do: Hangtag sends the one that the page tells. */
function siteVersion(entries: readonly Numbered[]): Check {
  return lastVersion(entries, 'pm_version') === undefined ? unseen('pmVersion') : same('pmVersion');
}

function appVersion(entries: readonly Numbered[]): Check {
  const last = lastVersion(entries, 'app_version');
  if (last === undefined) return unseen('appVersion');
  const text = String(last.entry.query.app_version);
  return text === defaultSwitches.appVersion ? same('appVersion') : other('appVersion', text, last);
}

const lastVersion = (entries: readonly Numbered[], parameter: string): Numbered | undefined =>
  entries.findLast(({ entry }) => isVersion(parameter, String(entry.query[parameter] ?? '')));
