// The fields that the connector reads and sends, with what kind of value each has.

import type { ShapeName } from '../profile/profile.ts';
import type { CallName } from '../protocol/calls.ts';

/** `prose` is what people write: a recording has a placeholder for it. A `text` may be anything short. */
export type FieldKind =
  | 'id'
  | 'prose'
  | 'text'
  | 'word'
  | 'money'
  | 'number'
  | 'cursor'
  | 'time'
  | 'url'
  | 'object'
  | 'list';
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
  ],
};

/** Which shape a call's replies have, and whether they have one of it or a list. */
export const repliesOf: Partial<Record<CallName, { shape: ShapeName; isList: boolean }>> = {
  self: { shape: 'person', isList: false },
  closet: { shape: 'listing', isList: true },
  post: { shape: 'listing', isList: false },
  search: { shape: 'listing', isList: true },
  discounts: { shape: 'discount', isList: true },
  likes: { shape: 'like', isList: true },
  party: { shape: 'party', isList: true },
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
  discounts: [field('price_amount', 'text', needed), field('object_id', 'id')],
  likes: [field('max_id', 'cursor')],
};

/** What the connector reads of a reply that is not of a shape. */
export const receivedFields: Partial<Record<CallName, readonly Field[]>> = {
  otp: [field('data', 'object', needed), field('data.request_token', 'text', needed)],
  entry: [field('data', 'object', needed), field('data.entry_token', 'text', needed)],
  login: [field('data', 'object', needed), field('data.auth', 'object', needed), field('data.ui', 'object')],
};
