// HTML of one listing page.

import { categoryById, departmentById, subcategoryById } from '../seed/catalog.ts';
import { lookOf } from '../state/listings.ts';
import type { Account, Listing, World } from '../state/model.ts';
import { likesText } from './closet.ts';
import { escapeHtml, page } from './layout.ts';
import { pictureUrl } from './picture-url.ts';

const conditions: Record<string, string> = {
  nwt: 'New with tags',
  uln: 'Like new',
  ug: 'Good',
  uf: 'Fair',
};

/** One listing, for people. */
export function listingHtml(world: World, view: { listing: Listing; token: string; viewer: Account | null }): string {
  const { listing, token, viewer } = view;
  const look = lookOf(world, listing);
  const place = [departmentById(look.department), categoryById(look.category), ...look.features.map(subcategoryById)]
    .flatMap((item) => (item === undefined ? [] : [escapeHtml(item.display)]))
    .join(' / ');
  const pictures = [look.cover, ...look.pictures]
    .map(
      (_, index) =>
        `<img src="${pictureUrl(look, 'l', index + 1, '')}" alt="" width="600" height="600" loading="lazy">`,
    )
    .join('');
  const status = {
    available: '',
    sold_out: '<p class="state">Sold</p>',
    not_for_sale: '<p class="state">Not for sale</p>',
    reserved: '<p class="state">Reserved</p>',
  };
  const closet = `/closet/${encodeURIComponent(listing.account.handle)}`;
  const main = `<article class="listing" data-et-prop-listing_id="${listing.id}"><div class="gallery">${pictures}</div>
<div class="about">${status[listing.status]}<h1 class="listing__title">${escapeHtml(look.title)}</h1>
<p class="listing__price"><span class="price">$${listing.price}</span>${listing.original > 0 ? `<s class="original">$${listing.original}</s>` : ''}</p>
<dl><dt>Brand</dt><dd>${escapeHtml(look.brand ?? 'Not given')}</dd><dt>Condition</dt><dd>${escapeHtml(conditions[look.condition ?? ''] ?? 'Not given')}</dd>
<dt>Category</dt><dd>${place}</dd><dt>Colors</dt><dd>${escapeHtml(look.colors.map((color) => color.name).join(', '))}</dd></dl>
<p class="listing__description">${escapeHtml(look.description)}</p>
<p class="lead">${likesText(listing.likes)}, ${listing.shares} shares. From <a href="${closet}">@${escapeHtml(listing.account.handle)}</a></p></div></article>`;
  return page({ title: look.title, token, handle: viewer?.handle ?? null, main });
}
