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

const Named = z.object({ id: text, display: text });
const Picture = z.object({ id: text, url: text });

export const Post = z.object({
  id: z.string().min(1),
  creator_id: text,
  title: text,
  brand: text,
  brand_obj: maybe(z.object({ id: text, canonical_name: text })),
  price: number,
  original_price: number,
  price_amount: maybe(Money),
  original_price_amount: maybe(Money),
  size: text,
  condition: text,
  colors: maybe(z.array(maybe(z.object({ name: text })))),
  catalog: maybe(
    z.object({
      category: text,
      category_features: maybe(z.array(maybe(z.string()))),
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

/** `theme` stays as it is: what isn't known in it must be named. A party without an id, a title, or times is of no use. */
const Party = z.object({
  id: z.string().min(1),
  title: z.string(),
  start_at: z.string(),
  end_at: z.string(),
  current_status: z.unknown().optional(),
  theme: z.unknown().optional(),
});
export type Party = z.infer<typeof Party>;
export const Parties = z.object({ data: z.array(Party.nullable().catch(null)) });

/** Of who did something: an id and the public name. What isn't named here is dropped. */
const Actor = z.object({ id: z.string().min(1), display_handle: text, username: text });
const NewsItem = z.object({
  id: z.string().min(1),
  created_at: z.string(),
  target: z.object({ data: z.object({ post_id: z.string().min(1) }) }),
  actor: z.object({ data: z.array(maybe(Actor)) }),
});
export type NewsItem = z.infer<typeof NewsItem>;
/** Groups of items. One that can't be read, such as news of another kind, doesn't hide the others. */
const NewsGroup = z.object({ content: z.object({ data: z.array(maybe(z.object({ news_item: NewsItem }))) }) });
export const NewsPage = z
  .object({ data: z.array(maybe(NewsGroup)), more: More.nullish() })
  .transform(({ data, more }) => ({
    groups: data.length,
    data: data.flatMap((group) => group?.content.data.flatMap((one) => one?.news_item ?? []) ?? []),
    more,
  }))
  .refine(({ groups, data }) => groups === 0 || data.length > 0);

const Like = z.object({ user_id: z.string().min(1), created_at: text });
export const LikesPage = z.object({ data: z.array(Like), more: More.nullish() });

const Person = z.object({ id: z.string().min(1), display_handle: text, username: text, dh: text });
export const Self = z.union([z.object({ data: Person }).transform((body) => body.data), Person]);

export const SignedIn = z.object({
  data: z.object({ auth: z.object({ isUserLoggedIn: z.literal(true) }), ui: z.unknown().optional() }),
});

export const CodeRequested = z.object({
  data: z.object({ request_token: z.string().min(1), masked_destination: text }),
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
