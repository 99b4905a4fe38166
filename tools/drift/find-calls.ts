// Finds each call of the connector in a recording: at the address that is expected, or else by what it looks like.

import { isObject } from '../../src/domain/json.ts';
import { type CallName, callNames, calls, placesIn } from '../../src/marketplace/protocol/calls.ts';
import type { Entry } from '../../src/marketplace/recording/recording.ts';
import { isOfKind, type Numbered, objectsIn, pathsIn, valueAt } from './check.ts';
import { shapeFields } from './fields.ts';

export type FoundCall = {
  /** Entries that succeeded. */
  entries: Numbered[];
  method: string;
  /** As in the table of calls; null if the changing parts can't be told apart. */
  path: string | null;
};
export type FoundCalls = Partial<Record<CallName, FoundCall>>;

const place = /<\w+:\d+>/g;

/** A reply that is neither an error nor a page. */
export function isSuccess({ status, received }: Entry): boolean {
  if (status < 200 || status > 299 || received === undefined) return false;
  return isObject(received) ? !received.error && received.success !== false : Array.isArray(received);
}

export const isWrite = ({ method }: Entry): boolean => method === 'POST' || method === 'PUT' || method === 'PATCH';

/** Whether the entry is at the address that the connector uses today. */
export function isAt(entry: Entry, name: CallName): boolean {
  const { methods, path } = calls[name];
  const parts = path.split(/\{\w+\}/).map((part) => part.replace(/[.$()|[\]\\^*+?]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('(?:<\\w+:\\d+>|self)')}$`);
  return entry.method === methods[0] && pattern.test(entry.path);
}

export function findCalls(entries: readonly Numbered[]): FoundCalls {
  const found: FoundCalls = {};
  const claimed = new Set<number>();
  const fine = entries.filter(({ entry }) => isSuccess(entry));
  const listingIds = new Set(fine.flatMap(({ entry }) => idsOfListings(entry.received)));
  for (const name of callNames) {
    const at = fine.filter(({ entry }) => isAt(entry, name));
    if (at.length === 0) continue;
    found[name] = { entries: at, method: calls[name].methods[0], path: calls[name].path };
    for (const { number } of at) claimed.add(number);
  }
  for (const name of callNames) {
    if (found[name] !== undefined) continue;
    const alike = fine.filter(
      ({ entry, number }) => !claimed.has(number) && signs[name](entry) && namesListing(name, entry, listingIds),
    );
    const group = mostFrequent(alike);
    const [first] = group;
    if (first === undefined) continue;
    const { entry } = first;
    found[name] = { entries: group, method: entry.method, path: templateOf(entry.path, name) };
    for (const { number } of group) claimed.add(number);
  }
  return found;
}

const addressOf = ({ method, path }: Entry): string => `${method} ${path.replace(place, '*')}`;

function mostFrequent(entries: readonly Numbered[]): Numbered[] {
  const groups = Map.groupBy(entries, ({ entry }) => addressOf(entry));
  return [...groups.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
}

/** The path with the names that the call has for its changing parts; null if there are more or fewer of them. */
function templateOf(path: string, name: CallName): string | null {
  const expected = placesIn(calls[name].path);
  const seen = path.match(place) ?? [];
  const mayLack = !expected.includes('id');
  if (seen.length !== expected.length && !(seen.length === 0 && mayLack)) return null;
  let index = 0;
  return path.replace(place, () => `{${expected[index++]}}`);
}

const countOfPlaces = ({ path }: Entry): number => path.match(place)?.length ?? 0;
const listingKeys = shapeFields.listing.map(({ at }) => at).filter((at) => !at.includes('.'));
const listingKeysNeeded = 5;

/** Whether it has enough fields of a listing, even if some have other names. */
export const isListing = (value: unknown): boolean =>
  isObject(value) && listingKeys.filter((key) => key in value).length >= listingKeysNeeded;

const saleKeys = shapeFields.sale.map(({ at }) => at);
const saleKeysNeeded = 5;
/** Whether it has enough fields of a sale. */
export const isSale = (value: unknown): boolean =>
  isObject(value) && saleKeys.filter((key) => key in value).length >= saleKeysNeeded;

/** All ids of listings in a reply. */
function idsOfListings(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsOfListings);
  if (!isObject(value)) return [];
  const inner = Object.values(value).flatMap(idsOfListings);
  if (!isListing(value)) return inner;
  const own = Object.entries(value).filter(([key, id]) => key !== 'creator_id' && isOfKind(id, 'id'));
  return [...inner, ...own.map(([, id]) => String(id))];
}

/** A call to a listing must name one that the recording knows. Otherwise it could be an order, an offer, or a person. */
function namesListing(name: CallName, entry: Entry, listingIds: ReadonlySet<string>): boolean {
  if (!placesIn(calls[name].path).includes('id')) return true;
  return (entry.path.match(place) ?? []).some((id) => listingIds.has(id));
}

const isPerson = (value: unknown): boolean =>
  isObject(value) &&
  isOfKind(value.id, 'id') &&
  Object.values(value).some((inner) => typeof inner === 'string' && inner.startsWith('<handle:'));

/** Paths of all lists of objects, outside of lists. */
export function listsIn(value: unknown, test: (item: unknown) => boolean = () => true): string[] {
  return pathsIn(value, 3).filter((path) => objectsIn(valueAt(value, path)).some(test));
}

/** Paths of objects that pass the test; an empty path is the value itself. */
export function objectsPassing(value: unknown, test: (item: unknown) => boolean): string[] {
  return ['', ...pathsIn(value, 2)].filter((path) => test(path === '' ? value : valueAt(value, path)));
}

const hasListings = ({ received }: Entry): boolean => listsIn(received, isListing).length > 0;
const readsList = (entry: Entry): boolean => entry.method === 'GET' && listsIn(entry.received).length > 0;
/** A feed has listings of many sellers. */
function isOneCloset({ received }: Entry): boolean {
  const [list] = listsIn(received, isListing);
  const creators =
    list === undefined
      ? []
      : objectsIn(valueAt(received, list)).map((item) => item.creator_id ?? item.creator_username);
  return new Set(creators).size <= 1;
}
const wordsAsked = ({ query }: Entry): boolean =>
  Object.values(query).some((value) => {
    const asked = isObject(value) ? value : query;
    return Object.entries(asked).some(
      ([key, text]) => /quer|^q$|words|search|keyword|term/i.test(key) && isOfKind(text, 'text'),
    );
  });
const sentFields = ({ sent }: Entry): [string, unknown][] => (isObject(sent) ? Object.entries(sent) : []);

/** What a call looks like wherever it is. Tried in the order of the calls, on entries that no expected address has. */
const signs: Record<CallName, (entry: Entry) => boolean> = {
  login: (entry) =>
    isWrite(entry) &&
    sentFields(entry).some(([key, value]) => /pass/i.test(key) && typeof value === 'string' && value.startsWith('<')),
  otp: (entry) => isWrite(entry) && countOfPlaces(entry) === 0 && /otp|code|verif/i.test(entry.path) && !isTyped(entry),
  entry: (entry) =>
    isWrite(entry) && countOfPlaces(entry) === 0 && /otp|code|verif|entry|token/i.test(entry.path) && isTyped(entry),
  self: (entry) =>
    entry.method === 'GET' &&
    countOfPlaces(entry) === 0 &&
    objectsPassing(entry.received, isPerson).length > 0 &&
    !hasListings(entry),
  closet: (entry) => entry.method === 'GET' && hasListings(entry) && !wordsAsked(entry) && isOneCloset(entry),
  post: (entry) =>
    entry.method === 'GET' && countOfPlaces(entry) >= 1 && objectsPassing(entry.received, isListing).length > 0,
  share: (entry) =>
    isWrite(entry) && countOfPlaces(entry) >= 1 && /share/i.test(entry.path) && sentFields(entry).length === 0,
  update: (entry) =>
    isWrite(entry) &&
    countOfPlaces(entry) >= 1 &&
    objectsPassing(entry.sent, (value) => isObject(value) && (isListing(value) || 'price_amount' in value)).length > 0,
  discounts: (entry) => readsList(entry) && /discount|shipping/i.test(entry.path),
  offer: (entry) => isWrite(entry) && countOfPlaces(entry) >= 1 && /offer/i.test(entry.path),
  likes: (entry) => readsList(entry) && countOfPlaces(entry) >= 1 && /like/i.test(entry.path),
  search: (entry) => entry.method === 'GET' && hasListings(entry) && wordsAsked(entry),
  sales: (entry) => entry.method === 'GET' && listsIn(entry.received, isSale).length > 0,
  news: (entry) => readsList(entry) && /news/i.test(entry.path),
  party: (entry) => readsList(entry) && /part(y|ies)|event/i.test(entry.path),
};

/** A one-time code goes along with the token of its request. */
const isTyped = (entry: Entry): boolean => sentFields(entry).length >= 2;
