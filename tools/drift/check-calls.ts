// Checks the address and the fields of every call, and the shapes of what the replies contain.

import { isObject, type JsonObject } from '../../src/domain/json.ts';
import { moveFields } from '../../src/marketplace/profile/dialect.ts';
import { type CallChange, type ShapeName, shapeNames, switchedPaths } from '../../src/marketplace/profile/profile.ts';
import { type CallName, callNames, calls } from '../../src/marketplace/protocol/calls.ts';
import {
  type Check,
  confirmed,
  type Difference,
  differs,
  hasAt,
  isNewKey,
  isOfKind,
  lastKey,
  type Numbered,
  notSeen,
  objectsIn,
  pathsIn,
  valueAt,
  whereOf,
} from './check.ts';
import {
  compareFields,
  type Field,
  type FieldFindings,
  receivedFields,
  repliesOf,
  sentFields,
  shapeFields,
} from './fields.ts';
import { type FoundCall, type FoundCalls, isAt, isListing, isSale, listsIn, objectsPassing } from './find-calls.ts';

/** What each call does, for whoever reads the report. */
const callTitles: Record<CallName, string> = {
  login: 'Sign in',
  otp: 'Ask for a sign-in code',
  entry: 'Enter the sign-in code',
  self: 'Check the session',
  closet: 'Read the closet',
  post: 'Read a listing',
  share: 'Share a listing',
  update: 'Change a price',
  discounts: 'Read the shipping discounts',
  offer: 'Send an offer to likers',
  likes: 'Read the likes of a listing',
  search: 'Search for comps',
  party: 'Read the parties',
  sales: 'Read your sales',
  news: 'Read who shared your listings',
};

/** Their paths are checked with the switches. */
const isSwitched = (name: CallName): boolean => name in switchedPaths;
const unnamed = 'Hangtag can’t tell apart the parts of its path that change';

export function checkCalls(entries: readonly Numbered[], found: FoundCalls): Check[] {
  return callNames.map((name) => {
    const call = found[name];
    const title = callTitles[name];
    if (call === undefined) return missingCall(entries, name);
    const [first] = call.entries;
    if (first === undefined) return notSeen(`call.${name}`, title);
    const address = addressDifferences(name, call, whereOf(first));
    const receives = receivedFrom(name, call.entries);
    const sends = sentTo(name, call.entries);
    const differences = [
      ...address.differences,
      ...fieldDifferences('reply', receives, whereOf(first)),
      ...fieldDifferences('request', sends, whereOf(first)),
    ];
    if (differences.length === 0) return confirmed(`call.${name}`, title);
    const change: CallChange = {
      ...address.change,
      ...(Object.keys(sends.moves).length === 0 ? {} : { sends: sends.moves }),
      ...(Object.keys(receives.moves).length === 0 ? {} : { receives: receives.moves }),
    };
    return differs(
      `call.${name}`,
      title,
      differences,
      Object.keys(change).length === 0 ? {} : { calls: { [name]: change } },
    );
  });
}

/** Nothing succeeded at the expected address, and nothing else looks like the call. */
function missingCall(entries: readonly Numbered[], name: CallName): Check {
  const [title, { path }] = [callTitles[name], calls[name]];
  const refused = entries.find(({ entry }) => isAt(entry, name) && isUnknownRoute(entry));
  if (refused === undefined || isSwitched(name)) return notSeen(`call.${name}`, title);
  const outOfReach = 'record it where the marketplace’s own site does the same';
  return differs(`call.${name}`, title, [
    { what: 'address', expected: path, seen: 'no such address', where: whereOf(refused), outOfReach },
  ]);
}

export const isUnknownRoute = ({ status, received }: Numbered['entry']): boolean =>
  status === 404 && isObject(received) && isObject(received.error) && received.error.error_type === 'InternalError';

function addressDifferences(
  name: CallName,
  call: FoundCall,
  where: string,
): { differences: Difference[]; change: CallChange } {
  const { methods, path } = calls[name];
  const differences: Difference[] = [];
  const change: CallChange = {};
  const method = methods.find((known) => known === call.method);
  if (call.method !== methods[0]) {
    const outOfReach = method === undefined ? { outOfReach: `a profile can only choose ${methods.join(' or ')}` } : {};
    differences.push({ what: 'method', expected: methods[0], seen: call.method, where, ...outOfReach });
    if (method !== undefined) change.method = method;
  }
  if (call.path !== path && !isSwitched(name)) {
    const outOfReach = call.path === null ? { outOfReach: unnamed } : {};
    differences.push({ what: 'path', expected: path, seen: call.path ?? where, where, ...outOfReach });
    if (call.path !== null) change.path = call.path;
  }
  return { differences, change };
}

const fieldDifferences = (of: string, { moves, lost }: FieldFindings, where: string): Difference[] => [
  ...Object.entries(moves).map(([ours, theirs]) => ({
    what: `field of the ${of}`,
    expected: ours,
    seen: theirs,
    where,
  })),
  ...lost.map((outOfReach) => ({
    what: `field of the ${of}`,
    expected: outOfReach.split(' ')[0] ?? '',
    seen: 'nothing that is surely it',
    where,
    outOfReach,
  })),
];

function receivedFrom(name: CallName, entries: readonly Numbered[]): FieldFindings {
  const replies = entries.map(({ entry }) => entry.received);
  const reply = repliesOf[name];
  if (reply === undefined) return compareFields(replies, receivedFields[name] ?? [], true);
  return reply.isList ? listReply(reply, replies) : objectReply(reply.shape, replies);
}

function listReply(
  { shape, at = 'data' }: { shape: ShapeName; at?: string },
  replies: readonly unknown[],
): FieldFindings {
  const findings: FieldFindings = { moves: {}, lost: [] };
  if (!replies.some((reply) => Array.isArray(valueAt(reply, at)))) {
    const test = shape === 'listing' ? isListing : shape === 'sale' ? isSale : () => true;
    const lists = [...new Set(replies.flatMap((reply) => listsIn(reply, test)))];
    const [only] = lists;
    if (only !== undefined && lists.length === 1) findings.moves[at] = only;
    else
      findings.lost.push(
        `${at} is missing, and ${lists.length === 0 ? 'no list' : `any of ${lists.join(', ')}`} could be it`,
      );
  }
  const cursor = 'more.next_max_id';
  if (!replies.some((reply) => hasAt(reply, cursor))) {
    const list = findings.moves[at] ?? at;
    const paths = [...new Set(replies.flatMap((reply) => cursorsIn(reply, list)))];
    const [only] = paths;
    if (only !== undefined && paths.length === 1) findings.moves[cursor] = only;
  }
  return findings;
}

const cursorsIn = (reply: unknown, list: string): string[] =>
  pathsIn(reply, 3).filter(
    (path) =>
      !path.startsWith(`${list}.`) &&
      (path.startsWith('more.') || isNewKey(path)) &&
      /max_id|cursor|next|after/i.test(lastKey(path)) &&
      isOfKind(valueAt(reply, path), 'cursor'),
  );

function objectReply(shape: ShapeName, replies: readonly unknown[]): FieldFindings {
  const test = shape === 'listing' ? isListing : (value: unknown) => isObject(value) && hasId(value);
  const places = [...new Set(replies.flatMap((reply) => objectsPassing(reply, test).slice(0, 1)))];
  const [place] = places;
  if (place === undefined) return { moves: {}, lost: ['data is missing, and no object could be it'] };
  return { moves: place === '' || place === 'data' ? {} : { data: place }, lost: [] };
}

const hasId = (value: JsonObject): boolean =>
  Object.entries(value).some(
    ([key, inner]) => /id$/i.test(key) && !/^(trace|req)_id$/.test(key) && isOfKind(inner, 'id'),
  );

function sentTo(name: CallName, entries: readonly Numbered[]): FieldFindings {
  const fields: readonly Field[] = sentFields[name] ?? [];
  const isRead = calls[name].methods.length === 1;
  const samples = entries.map(({ entry }) => (isRead ? entry.query : entry.sent)).filter(isObject);
  // The site itself may leave out what we send to a read.
  return compareFields(samples, fields, !isRead);
}

/** Compares the things in the replies of all calls that have them. */
export function checkShapes(found: FoundCalls): Check[] {
  return shapeNames.map((shape) => {
    const id = `shape.${shape}`;
    const title = shapeTitles[shape];
    const samples = callNames.flatMap((name) => samplesOf(shape, name, found[name]?.entries ?? []));
    const [first] = samples;
    if (first === undefined) return notSeen(id, title);
    const findings = compareFields(
      samples.map(({ item }) => item),
      shapeFields[shape],
      true,
    );
    const differences = fieldDifferences(shape, findings, first.where);
    if (differences.length === 0) return confirmed(id, title);
    const { moves } = findings;
    return differs(id, title, differences, Object.keys(moves).length === 0 ? {} : { shapes: { [shape]: moves } });
  });
}

const shapeTitles: Record<ShapeName, string> = {
  listing: 'Fields of a listing',
  person: 'Fields of the signed-in seller',
  like: 'Fields of a like',
  discount: 'Fields of a shipping discount',
  party: 'Fields of a party',
  sale: 'Fields of a sale',
};

function samplesOf(
  shape: ShapeName,
  name: CallName,
  entries: readonly Numbered[],
): { item: JsonObject; where: string }[] {
  const reply = repliesOf[name];
  if (reply?.shape !== shape) return [];
  const { moves } = receivedFrom(name, entries);
  return entries.flatMap((one) => {
    if (!isObject(one.entry.received)) return [];
    const received: JsonObject = structuredClone(one.entry.received);
    moveFields(received, moves, 'inward');
    const { data } = received;
    const items = reply.isList ? objectsIn(valueAt(received, reply.at ?? 'data')) : [isObject(data) ? data : received];
    return items.map((item) => ({ item, where: whereOf(one) }));
  });
}
