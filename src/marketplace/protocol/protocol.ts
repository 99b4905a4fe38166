// Schemas of the marketplace's messages.

import { z } from 'zod';

/**
 * The marketplace's messages, reduced to the fields that we read. All fields except ids are lenient, because the marketplace may
 * leave anything out, and one odd field must not hide a listing. Unknown fields are ignored.
 */
const maybe = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
const text = maybe(z.string());
const number = maybe(z.number());

export const Money = z.object({ val: z.union([z.number(), z.string()]), currency_code: text });
export type Money = z.infer<typeof Money>;

const Named = z.object({ display: text });
const Picture = z.object({ id: text, url: text });

export const Post = z.object({
  id: z.string().min(1),
  title: text,
  brand: text,
  brand_obj: maybe(z.object({ canonical_name: text })),
  price: number,
  original_price: number,
  price_amount: maybe(Money),
  original_price_amount: maybe(Money),
  size: text,
  condition: text,
  colors: maybe(z.array(maybe(z.object({ name: text })))),
  catalog: maybe(
    z.object({
      department_obj: maybe(Named),
      category_obj: maybe(Named),
      category_feature_objs: maybe(z.array(maybe(Named))),
    }),
  ),
  inventory: maybe(z.object({ status: text, status_changed_at: text })),
  cover_shot: maybe(Picture),
  picture_url: text,
  pictures: maybe(z.array(maybe(Picture))),
  like_count: number,
  share_count: number,
  comment_count: number,
  aggregates: maybe(z.object({ likes: number, shares: number, comments: number })),
  status: text,
  created_at: text,
  first_published_at: text,
  updated_at: text,
});
export type Post = z.infer<typeof Post>;

/** A page of a list: closet, search, likes. The cursor is a number or a string. */
const Cursor = z.union([z.number(), z.string(), z.null()]);
const More = z.object({ next_max_id: Cursor.optional() });
export const PostPage = z.object({ data: z.array(Post), more: More.nullish() });

/** Has no buyer and no address: what isn't named here is dropped. */
export const Sale = z.object({
  id: z.string().min(1),
  state: text,
  display_status: text,
  title: text,
  is_bundle: maybe(z.boolean()),
  bundle_size: number,
  total_price_amount: maybe(Money),
  seller_earning_amount: maybe(Money),
  inventory_booked_at: text,
  picture_url: text,
  size_obj: maybe(z.object({ display: text })),
});
export type Sale = z.infer<typeof Sale>;
/** An order without an id can't be told apart from another, and counts as unreadable. */
export const SalesPage = z.object({
  data: z.object({ sales_summary: z.array(Sale.nullable().catch(null)) }),
  more: More.nullish(),
});

const Like = z.object({ user_id: z.string().min(1), created_at: text });
export const LikesPage = z.object({ data: z.array(Like), more: More.nullish() });

const Person = z.object({ id: z.string().min(1), display_handle: text, username: text, dh: text });
export const Self = z.union([z.object({ data: Person }).transform((body) => body.data), Person]);

export const SignedIn = z.object({
  data: z.object({ auth: z.object({ isUserLoggedIn: z.literal(true) }), ui: z.unknown().optional() }),
});

export const CodeRequested = z.object({
  data: z.object({ request_token: z.string().min(1), delivery: text, masked_destination: text }),
});

const entryTokenNames = [
  'entry_token',
  'entryToken',
  'phone_registration_entry_token',
  'phoneRegistrationEntryToken',
] as const;

/** The entry token under the first of its known names. */
export const EntryToken = z
  .object({ data: z.record(z.string(), z.unknown()) })
  .transform(({ data }) => entryTokenNames.map((name) => data[name]).find((value) => typeof value === 'string'))
  .pipe(z.string().min(1));

/** An unreadable choice, such as a "none" without an id, does not hide the others. */
export const Discounts = z.object({
  data: z.array(
    maybe(
      z.object({
        id: z.string().min(1),
        title: text,
        display: text,
        label: text,
        message: text,
        seller_cost_amount: maybe(Money),
      }),
    ),
  ),
});
