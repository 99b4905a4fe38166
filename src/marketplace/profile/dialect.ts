// Translates calls and replies between our wire protocol and the one that a profile describes.

import { isObject, type JsonObject, parseExactly } from '#domain/json.ts';
import { type CallName, callNames, calls } from '../protocol/calls.ts';
import type { Switches } from '../protocol/read-switches.ts';
import type { Outgoing, Wire } from '../protocol/wire.ts';
import { addressIn, type Profile, type ProfileChanges, type ShapeName } from './profile.ts';

/** Where a field is in our protocol, and where the marketplace has it: `inventory.status` to `inventory.state`. */
type Moves = Readonly<Record<string, string>>;
/** `outward`: from our protocol to the marketplace's. */
type Direction = 'outward' | 'inward';

/**
 * Moves fields in place. All are taken out before any is put back, so two may swap. What was at a new place is gone: a profile
 * that says `headline` for the title means something else by `title`.
 */
export function moveFields(value: JsonObject, moves: Moves, direction: Direction): void {
  const pairs = Object.entries(moves).map(([ours, theirs]) =>
    direction === 'outward' ? { from: ours, to: theirs } : { from: theirs, to: ours },
  );
  // Inner fields first, so that moving an object doesn't take along a field that moves elsewhere.
  const deepestFirst = pairs.toSorted((one, other) => depth(other.from) - depth(one.from));
  const taken = deepestFirst.flatMap(({ from, to }) => {
    const found = take(value, from.split('.'));
    return found === undefined ? [] : [{ to, found }];
  });
  for (const { to } of pairs) take(value, to.split('.'));
  for (const { to, found } of taken.toSorted((one, other) => depth(one.to) - depth(other.to)))
    put(value, to.split('.'), found);
}

const depth = (path: string): number => path.split('.').length;

function take(value: JsonObject, [key = '', ...rest]: string[]): unknown {
  if (!Object.hasOwn(value, key)) return undefined;
  const inner = value[key];
  if (rest.length > 0) return isObject(inner) ? take(inner, rest) : undefined;
  delete value[key];
  return inner;
}

function put(value: JsonObject, [key = '', ...rest]: string[], what: unknown): void {
  if (rest.length === 0) {
    value[key] = what;
    return;
  }
  const inner = Object.hasOwn(value, key) && isObject(value[key]) ? value[key] : {};
  value[key] = inner;
  put(inner, rest, what);
}

type Spoken = { method: string; path: string; query: string };
export type Dialect = ReturnType<typeof dialect>;

type Address = { method: string; path: string; pattern: RegExp };
type Rule = { ours: Address; theirs: Address; sends: Moves; receives: Moves; items: Moves };

const shapeOf: Partial<Record<CallName, ShapeName>> = {
  self: 'person',
  closet: 'listing',
  post: 'listing',
  search: 'listing',
  discounts: 'discount',
  likes: 'like',
  party: 'party',
  sales: 'sale',
};

/**
 * For the connector: translates its calls into the marketplace's. The connector uses the profile's switches itself, so the paths
 * of `switches` are the same on both sides.
 */
export function connectorDialect(profile: Profile, switches: Switches): Dialect {
  const { sharePath, probePath, closetPath, salesPath, newsPath } = switches;
  const paths = { sharePath, probePath, closetPath, salesPath, newsPath };
  const own: ProfileChanges = { calls: {}, shapes: {}, switches: paths };
  const theirs: ProfileChanges = { ...profile, switches: { ...profile.switches, ...own.switches } };
  return dialect(own, theirs, 'outward');
}

/** For the practice marketplace: translates what it hears into our protocol, switches included. */
export function practiceDialect(profile: Profile): Dialect {
  const { loginUserField, loginPasswordField } = profile.switches;
  const user: Moves = loginUserField === undefined ? {} : { user_handle: loginUserField };
  const password: Moves = loginPasswordField === undefined ? {} : { password: loginPasswordField };
  const { login, otp } = profile.calls;
  const theirs: ProfileChanges = {
    ...profile,
    calls: {
      ...profile.calls,
      login: { ...login, sends: { ...user, ...password, ...login?.sends } },
      otp: { ...otp, sends: { ...user, ...otp?.sends } },
    },
  };
  return dialect({ calls: {}, shapes: {}, switches: {} }, theirs, 'inward');
}

function dialect(own: ProfileChanges, theirs: ProfileChanges, direction: Direction) {
  const rules = new Map(callNames.map((name) => [name, ruleOf(name, own, theirs)]));
  const [from, to] = direction === 'outward' ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const);
  const back: Direction = direction === 'outward' ? 'inward' : 'outward';
  const ruleFor = (name: CallName): Rule => rules.get(name) as Rule;
  return {
    /** The call at this address, or null if the speaker has none there. */
    find: (method: string, path: string): CallName | null =>
      callNames.find((name) => {
        const address = ruleFor(name)[from];
        return address.method === method && address.pattern.test(path);
      }) ?? null,
    /** The same call in the listener's terms. */
    address(name: CallName, { path, query }: Spoken): Spoken {
      const rule = ruleFor(name);
      const places = rule[from].pattern.exec(path)?.groups ?? {};
      const isWrite = calls[name].methods.length > 1;
      return {
        method: rule[to].method,
        path: rule[to].path.replace(/\{(\w+)\}/g, (_, place: string) => places[place] ?? 'self'),
        query: isWrite ? query : moveQuery(query, rule.sends, direction),
      };
    },
    body: (name: CallName, text: string): string =>
      rewrite(text, (json) => moveFields(json, ruleFor(name).sends, direction), ruleFor(name).sends),
    /** A reply, back in the speaker's terms. */
    reply(name: CallName, text: string): string {
      const { receives, items } = ruleFor(name);
      const change = (json: JsonObject): void => {
        // Items have the marketplace's names as long as the fields around them are found by ours.
        if (back === 'inward') moveFields(json, receives, back);
        for (const item of itemsIn(json)) moveFields(item, items, back);
        if (back === 'outward') moveFields(json, receives, back);
      };
      return rewrite(text, change, receives, items);
    },
  };
}

function ruleOf(name: CallName, own: ProfileChanges, theirs: ProfileChanges): Rule {
  const shape = shapeOf[name];
  const { sends = {}, receives = {} } = theirs.calls[name] ?? {};
  return {
    ours: addressOf(own, name),
    theirs: addressOf(theirs, name),
    sends,
    receives,
    items: (shape && theirs.shapes[shape]) ?? {},
  };
}

function addressOf(profile: ProfileChanges, name: CallName): Address {
  const { method, path } = addressIn(profile, name);
  const pattern = path.replace(/[.~]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { method, path, pattern: new RegExp(`^${pattern}$`) };
}

/** The list in `data`, of sales in `data.sales_summary`, or the one object: in `data`, or the reply itself. */
function itemsIn(json: JsonObject): JsonObject[] {
  const { data } = json;
  const list = isObject(data) && Array.isArray(data.sales_summary) ? data.sales_summary : data;
  if (Array.isArray(list)) return list.filter(isObject);
  return [isObject(data) ? data : json];
}

/** Changes the JSON object in a text. Leaves the text alone if there is nothing to change, or if it is something else. */
function rewrite(text: string, change: (json: JsonObject) => void, ...moves: Moves[]): string {
  if (moves.every((one) => Object.keys(one).length === 0)) return text;
  const json = parseExactly(text);
  if (!isObject(json)) return text;
  change(json);
  return JSON.stringify(json);
}

/** Parameters that contain a JSON object can be moved inside it. */
function moveQuery(query: string, moves: Moves, direction: Direction): string {
  if (query === '' || Object.keys(moves).length === 0) return query;
  const fields: JsonObject = Object.fromEntries(
    [...new URLSearchParams(query)].map(([name, text]) => {
      const json = text.startsWith('{') ? parseExactly(text) : undefined;
      return [name, isObject(json) ? json : text];
    }),
  );
  moveFields(fields, moves, direction);
  return Object.entries(fields)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
    })
    .join('&');
}

/** A wire that speaks the marketplace's dialect, so that the connector above it speaks only our protocol. */
export function speak(wire: Wire, dialect: Dialect): Wire {
  return {
    async send(request) {
      const mark = request.path.indexOf('?');
      const path = mark < 0 ? request.path : request.path.slice(0, mark);
      const call = dialect.find(request.method, path);
      if (call === null) return wire.send(request);
      const spoken = dialect.address(call, {
        method: request.method,
        path,
        query: mark < 0 ? '' : request.path.slice(mark + 1),
      });
      const exchange = await wire.send({
        ...request,
        method: spoken.method as Outgoing['method'],
        path: spoken.query === '' ? spoken.path : `${spoken.path}?${spoken.query}`,
        ...(request.body === undefined ? {} : { body: dialect.body(call, request.body) }),
      });
      return exchange.kind === 'answer' ? { ...exchange, body: dialect.reply(call, exchange.body) } : exchange;
    },
    close: () => wire.close(),
  };
}
