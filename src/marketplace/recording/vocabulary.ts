// Words of the protocol, which are never mistaken for someone's name.

import { callNames, calls } from '../protocol/calls.ts';

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
