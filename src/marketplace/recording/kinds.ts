// Kinds of values in a recording, the words that may stay in it, and the placeholders for those that may not.

import { callNames, calls } from '../protocol/calls.ts';

export type Kind = 'secret' | 'email' | 'phone' | 'address' | 'name' | 'handle' | 'id' | 'url' | 'time' | 'text';

/** Kinds whose values are removed wherever they turn up again: in a key, a path, or an enumeration. */
const learnedKinds: readonly Kind[] = ['secret', 'email', 'phone', 'address', 'name', 'handle', 'id'];
const shortestLearned = 3;

export type Placeholders = ReturnType<typeof createPlaceholders>;

/** Words of the protocol never count as learned, even if someone has that name. */
export function createPlaceholders() {
  const given = new Map<string, string>();
  const counts = new Map<Kind, number>();
  const learned = new Map<string, Kind>();
  const same = (text: string): string => text.trim().toLowerCase();
  return {
    /** The same value gets the same placeholder, throughout a recording. */
    of(kind: Kind, value: string): string {
      const key = `${kind} ${same(value)}`;
      const known = given.get(key);
      if (known !== undefined) return known;
      const number = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, number);
      const placeholder = `<${kind}:${number}>`;
      given.set(key, placeholder);
      return placeholder;
    },
    /** Remembers a value before the recording is redacted. */
    learn(kind: Kind, value: string): void {
      const text = same(value);
      if (text.length < shortestLearned || !learnedKinds.includes(kind) || ordinaryWords.has(text)) return;
      if (!learned.has(text)) learned.set(text, kind);
    },
    /** What kind of value it is, if it was learned. Looks at the whole text and at the words in it. */
    kindOf(text: string): Kind | null {
      const whole = same(text);
      const known = learned.get(whole);
      if (known !== undefined) return known;
      for (const word of whole.split(/[^a-z0-9]+/)) {
        const kind = learned.get(word);
        if (kind !== undefined) return kind;
      }
      return null;
    },
  };
}

/** Keys of the protocol's messages. Also used to find the new keys of a recording. */
export const protocolKeys = `id creator_id creator_username creator_display_handle title description brand brand_obj
canonical_name slug price original_price price_amount original_price_amount val currency_code currency_symbol size
condition colors name rgb message_id catalog department category category_features department_obj category_obj
category_feature_objs display inventory status status_changed_at size_quantity_revision multi_item nfs_reason
size_quantities size_id size_obj size_system quantity_available quantity_reserved quantity_sold cover_shot url url_small
url_large content_type pictures picture_url videos style_tags seller_private_info sku seller_shipping_discount
like_count share_count comment_count aggregates likes shares comments created_at first_published_at updated_at data more
next_max_id meta api_url trace_id req_id error errorType error_type params pmErrorCode userMessage stackTrace
errorMessage statusCode message text restricted_action username display_handle dh uid full_name fn em auth
isUserLoggedIn ui userCookies userInfo csrftoken request filters inventory_status sort_by experience count max_id query
query_and_facet_filters sizeSystem summarize pm_version app_version user_id start_at end_at current_status theme brands
categories_v2 size_set_tags seller_cost_amount label offer_amount offer_api_version object_id event_ids post
user_handle password entry_token otp request_token delivery masked_destination facets success
sales_summary display_status is_bundle bundle_size total_price_amount seller_earning_amount inventory_booked_at
content news_item target actor post_id offer_auto_actions_v2_enabled offer_auto_actions_min_price_amount total page_group_id is_next_max_id_present nm`.split(
  /\s+/,
);

const segments = callNames.flatMap((name) => calls[name].path.split(/[/{}]/));
const others = `login feed create-listing closet listing human-check us all self post users posts shares share available
sold shipped delivered complete cancelled returned sold_out not_for_sale removed published draft nwt uln ug uf ret other usd reserved cl_all added_desc just_in best_match relevance price_asc price_desc get put me current session sessions settings account`.split(
  /\s+/,
);

export const ordinaryWords: ReadonlySet<string> = new Set(
  [...protocolKeys, ...segments, ...others].filter((word) => word !== '').map((word) => word.toLowerCase()),
);

const secretKey =
  /pass(word|wd|phrase)?|secret|token|csrf|xsrf|jwt|session|cookie|credential|signature|api_?key|private_?key|otp|cvv|\bpin\b|authori[sz]ation|bearer/i;
const addressKey =
  /address|street|\bcity\b|\bzip|postal|post_?code|county|province|\blat(itude)?\b|\bl(on|ng)(gitude)?\b|location|\bstate\b|region|apartment|\bip(_|\b)/i;
const handleKey = /handle|user_?name|screen_?name|login|\bdh\b|creator_username|seller_name|closet_name/i;
const nameKey =
  /(first|last|full|given|family|middle|nick|display|real|legal|contact|card_?holder)_?name|\bfn\b|\bln\b|\bname\b|birth|dob\b/i;

/** `firstName` and `first-name` are looked at as `first_name`. */
const spaced = (key: string): string => key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[-.[\]]/g, '_');
const words = (key: string): string => spaced(key).replaceAll('_', ' ');
const matches = (pattern: RegExp, key: string): boolean => pattern.test(spaced(key)) || pattern.test(words(key));

/** Kinds that the key alone decides. The values of such keys are learned. */
export function kindByKey(key: string): Kind | null {
  if (matches(secretKey, key)) return 'secret';
  if (matches(/e_?mail/i, key)) return 'email';
  if (matches(/phone|mobile|\bfax\b|\bsms\b/i, key)) return 'phone';
  if (matches(addressKey, key)) return 'address';
  if (matches(handleKey, key)) return 'handle';
  if (matches(nameKey, key)) return 'name';
  return null;
}

/** Whoever bought something, and where it goes: not even placeholders of that stay. */
export const isOfBuyer = (key: string): boolean =>
  matches(
    /(^|_| )(buyer|purchaser|customer|recipient|(shipping|billing|delivery)_address|ship_to|deliver_to)(_| |$)/i,
    key,
  );

/** What the value itself looks like. */
export function kindByValue(value: string): Kind {
  const text = value.trim();
  if (/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(text)) return 'email';
  if (/^(https?:)?\/\/\S+$/i.test(text)) return 'url';
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/.test(text)) return 'time';
  if (/^[0-9a-f]{24}$/i.test(text) || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return 'id';
  if (/^\+?[\d() .-]{7,20}$/.test(text) && text.replace(/\D/g, '').length >= 7) return 'phone';
  if (/^[\w-]{10,}\.[\w-]{10,}\.[\w-]*$/.test(text)) return 'secret';
  if (/^\S{20,}$/.test(text) && looksRandom(text)) return 'secret';
  return 'text';
}

const enumerationKeys = new Set(
  `status inventory_status condition sort_by experience sizesystem size_system currency_code currency_symbol
content_type errortype error_type restricted_action current_status delivery message_id availability
pmerrorcode department nm`.split(/\s+/),
);

const listedValues = new Set(
  `available sold_out not_for_sale reserved published draft removed nwt uln ug uf ret not_nwt all usd us
sold shipped delivered complete cancelled returned`.split(/\s+/),
);
/** Words that the protocol has as values. They stay under any key. */
export const isListedValue = (value: string): boolean => listedValues.has(value.toLowerCase());

/** Whether the value is one word of a fixed list, such as `sold_out`, under a key that has such values. */
export function isEnumeration(key: string, value: string): boolean {
  const isListed = enumerationKeys.has(key.toLowerCase()) || /_(status|type)$/.test(spaced(key).toLowerCase());
  return isListed && (value === '$' || (/^[A-Za-z][A-Za-z_]{0,40}(V?\d)?$/.test(value) && !looksRandom(value)));
}

const versionKeys = new Set(['pm_version', 'app_version']);
export const isVersion = (key: string, value: string): boolean =>
  versionKeys.has(key) && /^([a-z]{1,12}\d?[.-])?\d{1,4}(\.\d{1,4}){0,3}$/i.test(value);

/** Numbers in quotes that stay numbers: amounts, counts, and cursors. Any other digits may be a phone number or a zip code. */
export const isNumberText = (key: string, value: string): boolean =>
  /^(val|count|price|amount|max_id|next_max_id|quantity|offer_api_version|\w+_(count|amount|quantity|price))$/.test(
    key,
  ) && /^-?\d{1,12}(\.\d{1,6})?$/.test(value);

/** Whether a text is too irregular for a word or a name of a field: digits among letters, or capitals everywhere. */
function looksRandom(text: string): boolean {
  if (/\d{3,}/.test(text)) return true;
  const parts = text.split(/[^A-Za-z0-9]+/).filter((part) => part !== '');
  return parts.some((part) => {
    if (/[A-Za-z]\d+[A-Za-z]/.test(part) && !/^[a-z]+\d[a-z]+$/.test(part)) return true;
    const humps = part.match(/[A-Z][a-z]*|[a-z]+|\d+/g) ?? [];
    const isLong = part.length > 30 && humps.length < part.length / 12;
    return isLong || (part !== part.toUpperCase() && humps.length > 3 && part.length / humps.length < 3);
  });
}

/** Whether a key or the segment of a path can stay: it reads like a name in a program. */
export const isFieldName = (text: string): boolean => /^[A-Za-z_$][\w$[\]-]{0,63}$/.test(text) && !looksRandom(text);

/** Rounds to one digit that counts, and keeps what kind of number it is: 1777338896.123 becomes 2000000000.5. */
export function roundedNumber(value: number): number {
  if (!Number.isFinite(value) || Math.abs(value) < 10) return Number.isInteger(value) ? value : Math.trunc(value) + 0.5;
  const unit = 10 ** Math.floor(Math.log10(Math.abs(value)));
  const rounded = Math.round(value / unit) * unit;
  return Number.isInteger(value) ? rounded : rounded + 0.5;
}

/** The same for a number in quotes, with as many decimals. */
export function roundedText(value: string): string {
  const decimals = value.split('.')[1]?.length ?? 0;
  return roundedNumber(Math.round(Number(value))).toFixed(decimals);
}
