// The fields that the connector reads and sends, and which of them a recording has under another name.

import type { ShapeName } from '../../src/marketplace/profile/profile.ts';
import type { CallName } from '../../src/marketplace/protocol/calls.ts';
import { type FieldKind, hasAt, isNewKey, isOfKind, lastKey, likeness, parentOf, pathsIn, valueAt } from './check.ts';

export type Field = {
  /** Where our protocol has it. */
  at: string;
  kind: FieldKind;
  /** Without it the call is of no use. */
  needed?: true;
  /** Other fields that the connector takes instead. */
  or?: readonly string[];
};

const field = (at: string, kind: FieldKind, more: Omit<Field, 'at' | 'kind'> = {}): Field => ({ at, kind, ...more });
const needed = { needed: true } as const;

export const shapeFields: Record<ShapeName, readonly Field[]> = {
  listing: [
    field('id', 'id', needed),
    field('title', 'prose', needed),
    field('brand', 'text', { or: ['brand_obj'] }),
    field('price', 'number', { or: ['price_amount'] }),
    field('price_amount', 'money', needed),
    field('original_price_amount', 'money'),
    field('size', 'text'),
    field('condition', 'word'),
    field('colors', 'list'),
    field('catalog', 'object'),
    field('catalog.department_obj', 'object'),
    field('catalog.category_obj', 'object'),
    field('inventory', 'object', needed),
    field('inventory.status', 'word', needed),
    field('inventory.status_changed_at', 'time'),
    field('cover_shot', 'object', { or: ['picture_url'] }),
    field('cover_shot.url', 'url', { or: ['picture_url'] }),
    field('like_count', 'number', { or: ['aggregates'] }),
    field('share_count', 'number', { or: ['aggregates'] }),
    field('comment_count', 'number', { or: ['aggregates'] }),
    field('status', 'word'),
    field('created_at', 'time', { or: ['first_published_at'] }),
    field('first_published_at', 'time', { or: ['created_at'] }),
    field('updated_at', 'time'),
  ],
  person: [field('id', 'id', needed), field('display_handle', 'text', { ...needed, or: ['username', 'dh'] })],
  like: [field('user_id', 'id', needed), field('created_at', 'time')],
  discount: [
    field('id', 'id', needed),
    field('title', 'text', { ...needed, or: ['display', 'label', 'message'] }),
    field('seller_cost_amount', 'money'),
  ],
  party: [
    field('id', 'id', needed),
    field('title', 'text', needed),
    field('start_at', 'time', needed),
    field('end_at', 'time', needed),
    field('current_status', 'word'),
    field('theme', 'object', needed),
  ],
  sale: [
    field('id', 'id', needed),
    field('state', 'word', { or: ['display_status'] }),
    field('title', 'prose', needed),
    field('is_bundle', 'text'),
    field('bundle_size', 'number'),
    field('total_price_amount', 'money', needed),
    field('seller_earning_amount', 'money'),
    field('inventory_booked_at', 'time', needed),
    field('picture_url', 'url'),
    field('size_obj', 'object'),
  ],
};

/** Which shape a call's replies have, and whether they have one of it or a list, in `data` or at another place. */
export const repliesOf: Partial<Record<CallName, { shape: ShapeName; isList: boolean; at?: string }>> = {
  self: { shape: 'person', isList: false },
  closet: { shape: 'listing', isList: true },
  post: { shape: 'listing', isList: false },
  search: { shape: 'listing', isList: true },
  discounts: { shape: 'discount', isList: true },
  likes: { shape: 'like', isList: true },
  party: { shape: 'party', isList: true },
  sales: { shape: 'sale', isList: true, at: 'data.sales_summary' },
};

const listQuery = [
  field('request', 'object', needed),
  field('request.filters', 'object'),
  field('request.filters.inventory_status', 'list'),
  field('request.sort_by', 'word'),
];

/** What the connector sends, except the two fields of the sign-in that are switches. */
export const sentFields: Partial<Record<CallName, readonly Field[]>> = {
  entry: [field('otp', 'text', needed), field('request_token', 'text', needed)],
  closet: [...listQuery, field('request.count', 'number'), field('request.max_id', 'cursor')],
  search: [
    ...listQuery,
    field('request.query', 'text', needed),
    field('request.count', 'number'),
    field('request.max_id', 'cursor'),
  ],
  update: [
    field('post', 'object', needed),
    field('post.price_amount', 'money', needed),
    field('post.original_price_amount', 'money'),
    field('post.title', 'text'),
    field('post.catalog', 'object'),
    field('post.inventory', 'object'),
    field('post.cover_shot', 'object'),
  ],
  offer: [field('offer_amount', 'money', needed), field('seller_shipping_discount', 'object', needed)],
  sales: [field('request', 'object', needed), field('request.count', 'number'), field('request.max_id', 'cursor')],
  discounts: [field('price_amount', 'text', needed), field('object_id', 'id')],
  likes: [field('max_id', 'cursor')],
  news: [field('max_id', 'cursor')],
};

/** What the connector reads of a reply that is not of a shape. */
export const receivedFields: Partial<Record<CallName, readonly Field[]>> = {
  otp: [field('data', 'object', needed), field('data.request_token', 'text', needed)],
  entry: [field('data', 'object', needed), field('data.entry_token', 'text', needed)],
  news: [field('data', 'list', needed), field('more.next_max_id', 'cursor')],
  login: [field('data', 'object', needed), field('data.auth', 'object', needed), field('data.ui', 'object')],
};

export type FieldFindings = {
  /** Fields under another name: ours to the marketplace's. */
  moves: Record<string, string>;
  /** Needed fields that are missing, with the reason why no other name can be given. */
  lost: string[];
};

const leastLikeness = 0.34;
const deepest = 3;

/** `isWhole`: a needed field that is missing counts as lost. Otherwise only fields with another name count. */
export function compareFields(samples: readonly unknown[], fields: readonly Field[], isWhole: boolean): FieldFindings {
  const moves: Record<string, string> = {};
  const lost: string[] = [];
  if (samples.length === 0) return { moves, lost };
  const everywhere = [...new Set(samples.flatMap((sample) => pathsIn(sample, deepest)))];
  for (const field of fields) {
    const place = placeOf(field.at, moves);
    const parent = parentOf(place);
    if (samples.some((sample) => hasAt(sample, place))) continue;
    // A missing parent has been reported itself.
    if (parent !== '' && !samples.some((sample) => hasAt(sample, parent))) continue;
    if (field.or?.some((other) => samples.some((sample) => hasAt(sample, placeOf(other, moves))))) continue;
    const taken = new Set(Object.values(moves));
    const candidates = everywhere.filter(
      (path) => isNewKey(path) && !taken.has(path) && isTaken(samples, path, field) && !isInside(path, taken),
    );
    const found = best(field, place, candidates);
    if (typeof found === 'string') moves[field.at] = found;
    else if (field.needed && isWhole) lost.push(lostSentence(field.at, found));
  }
  return { moves, lost };
}

/** Where a field would be, if the object that contains it has another name. */
function placeOf(at: string, moves: Record<string, string>): string {
  const parent = parentOf(at);
  if (parent === '') return at;
  return `${moves[parent] ?? placeOf(parent, moves)}.${lastKey(at)}`;
}

const isTaken = (samples: readonly unknown[], path: string, field: Field): boolean => {
  const values = samples
    .map((sample) => valueAt(sample, path))
    .filter((value) => value !== undefined && value !== null);
  return values.length > 0 && values.every((value) => isOfKind(value, field.kind));
};

/** Fields inside an object that has been given another name belong to it. */
const isInside = (path: string, taken: ReadonlySet<string>): boolean =>
  [...taken].some((other) => path.startsWith(`${other}.`)) && !taken.has(parentOf(path));

/** The one field that it must be, or all that it may be. */
function best(field: Field, place: string, candidates: readonly string[]): string | string[] {
  const near = candidates.filter((path) => parentOf(path) === parentOf(place));
  const scored = candidates
    .map((path) => ({ path, score: likeness(lastKey(field.at), lastKey(path)) + (near.includes(path) ? 0.1 : 0) }))
    .filter(({ score }) => score >= leastLikeness)
    .toSorted((one, other) => other.score - one.score);
  const [first, second] = scored;
  if (first !== undefined && first.score > (second?.score ?? 0)) return first.path;
  // Nothing has a similar name. A needed field must be the only new one of its kind in the same place.
  const [only] = near;
  if (first === undefined && field.needed && near.length === 1 && only !== undefined) return only;
  return scored.length > 0 ? scored.map(({ path }) => path) : [...near];
}

const lostSentence = (at: string, candidates: readonly string[]): string =>
  candidates.length === 0
    ? `${at} is missing, and no new field could be it`
    : `${at} is missing, and it could be any of ${candidates.join(', ')}`;
