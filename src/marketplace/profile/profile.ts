// The marketplace profile: how the marketplace differs from the built-in protocol, as found in a recording.

import { z } from 'zod';
import { type CallName, callNames, calls, placesIn } from '../protocol/calls.ts';
import { path, type Switches, SwitchValues } from '../protocol/read-switches.ts';
import { defaultSwitches } from '../protocol/switches.ts';

const mostMoves = 40;
const reserved = new Set(['__proto__', 'constructor', 'prototype']);
const isField = (text: string): boolean =>
  /^[A-Za-z_]\w{0,63}(\.[A-Za-z_]\w{0,63}){0,4}$/.test(text) && !text.split('.').some((key) => reserved.has(key));

const field = z.string().refine(isField, 'must be a field name such as inventory.status');
const moves = z
  .record(field, field)
  .refine((value) => Object.keys(value).length <= mostMoves, `must have at most ${mostMoves} fields`)
  .refine((value) => new Set(Object.values(value)).size === Object.keys(value).length, 'must not name a field twice');

/** These have their paths among the switches. */
export const switchedPaths = {
  share: 'sharePath',
  self: 'probePath',
  closet: 'closetPath',
  sales: 'salesPath',
  news: 'newsPath',
} as const;
const switchOf = (name: CallName) => (name in switchedPaths ? switchedPaths[name as keyof typeof switchedPaths] : null);

const changeOf = (name: CallName) => {
  const { methods, path: standard } = calls[name];
  const needed = placesIn(standard);
  const hasPlaces = (text: string): boolean => {
    const places = placesIn(text);
    // Who is signed in needn't be named. A listing must always be.
    return places.join() === needed.join() || (places.length === 0 && !needed.includes('id'));
  };
  const places = needed.length === 0 ? 'must not contain braces' : `must contain {${needed.join('} and {')}} once`;
  return z.strictObject({
    ...(methods.length === 1 ? {} : { method: z.enum(methods).optional() }),
    ...(switchOf(name) !== null ? {} : { path: path.refine(hasPlaces, places).optional() }),
    sends: moves.optional(),
    receives: moves.optional(),
  });
};

export const shapeNames = ['listing', 'person', 'like', 'discount', 'party', 'sale'] as const;
export type ShapeName = (typeof shapeNames)[number];

export type CallChange = {
  method?: 'GET' | 'POST' | 'PUT' | undefined;
  path?: string | undefined;
  /** Fields of the body, or of the query: `request.max_id` is a field in the JSON of the parameter `request`. */
  sends?: Record<string, string> | undefined;
  /** Fields of the reply around its items: `data` and `more.next_max_id`. */
  receives?: Record<string, string> | undefined;
};

const CallChanges = z.strictObject(Object.fromEntries(callNames.map((name) => [name, changeOf(name).optional()])));
const ShapeChanges = z.strictObject(Object.fromEntries(shapeNames.map((name) => [name, moves.optional()])));

/**
 * What a profile may change: paths at the same origin, methods of writes between POST and PUT, names and places of fields, and
 * the switches. It can't name another origin, turn a read into a write, or add a call.
 */
export const Profile: z.ZodType<Profile> = z
  .strictObject({
    format: z.literal('hangtag-marketplace-profile'),
    version: z.literal(1),
    madeAt: z.iso.datetime(),
    /** The day of the recording that it was made from, and whose marketplace that was. */
    recordedOn: z.iso.date(),
    marketplace: z.string().max(100),
    switches: SwitchValues.partial().default({}),
    calls: CallChanges.default({}),
    shapes: ShapeChanges.default({}),
  })
  .superRefine((profile, context) => {
    const { minPrice, maxPrice } = { ...defaultSwitches, ...profile.switches };
    if (minPrice > maxPrice)
      context.addIssue({ code: 'custom', path: ['switches', 'minPrice'], message: 'must not be above maxPrice' });
    for (const [name, clash] of clashes(profile as ProfileChanges))
      context.addIssue({ code: 'custom', path: ['calls', name], message: `must not have the address of ${clash}` });
  });

export type ProfileChanges = {
  switches: Partial<Switches>;
  calls: Partial<Record<CallName, CallChange>>;
  shapes: Partial<Record<ShapeName, Record<string, string>>>;
};
export type Profile = ProfileChanges & {
  format: 'hangtag-marketplace-profile';
  version: 1;
  madeAt: string;
  recordedOn: string;
  marketplace: string;
};

/** The address of a call in the marketplace's terms, without a query. */
export function addressIn(profile: ProfileChanges, name: CallName): { method: string; path: string } {
  const { methods, path: standard } = calls[name];
  const change = profile.calls[name];
  const key = switchOf(name);
  const [switched] = (key === null ? undefined : profile.switches[key])?.split('?') ?? [];
  return { method: change?.method ?? methods[0], path: change?.path ?? switched ?? standard };
}

/** Calls that could not be told apart, because method and path agree. */
function clashes(profile: ProfileChanges): [CallName, CallName][] {
  const known = new Map<string, CallName>();
  return callNames.flatMap((name): [CallName, CallName][] => {
    const { method, path: text } = addressIn(profile, name);
    const key = `${method} ${text.replace(/\{\w+\}/g, '*')}`;
    const other = known.get(key);
    known.set(key, other ?? name);
    return other === undefined ? [] : [[name, other]];
  });
}

type Reading = { profile: Profile; mistake?: undefined } | { profile?: undefined; mistake: string };

/** Reads the text of a profile. `mistake` says in a few words what is wrong, and where. */
export function readProfile(text: string): Reading {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { mistake: 'it is not valid JSON' };
  }
  const parsed = Profile.safeParse(json);
  if (parsed.success) return { profile: parsed.data };
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') ?? '';
  return { mistake: where === '' ? (issue?.message ?? 'it is not a profile') : `${where} ${issue?.message}` };
}

/** A marketplace in words, as profiles and recordings name it. */
export const sourceName = (marketplace: string): string =>
  ({ practice: 'the practice marketplace', other: 'another marketplace' })[marketplace] ?? marketplace;
