// HTML of a closet with its listing tiles, and of one listing.

import { categoryById, departmentById, subcategoryById } from '../seed/catalog.ts';
import { type ClosetFilter, type ClosetPage, type Look, lookOf } from '../state/listings.ts';
import type { Account, Listing, World } from '../state/model.ts';
import { escapeHtml, page } from './layout.ts';

type ClosetView = {
  account: Account;
  filter: ClosetFilter;
  page: ClosetPage;
  token: string;
  /** The signed-in viewer, if any. Only viewers who are signed in see share buttons. */
  viewer: Account | null;
};

const tabs: readonly { filter: ClosetFilter; label: string }[] = [
  { filter: 'all', label: 'All' },
  { filter: 'available', label: 'Available' },
  { filter: 'sold_out', label: 'Sold' },
];

/** A closet: tiles, 48 at a time, and the sheet that shares as the marketplace has them. */
export function closetHtml(world: World, view: ClosetView): string {
  const { account, filter } = view;
  const base = `/closet/${encodeURIComponent(account.handle)}`;
  const links = tabs
    .map((tab) => {
      const href = tab.filter === 'all' ? base : `${base}?availability=${tab.filter}`;
      return `<a href="${href}"${tab.filter === filter ? ' aria-current="page"' : ''}>${tab.label}</a>`;
    })
    .join('');
  const main = `<section class="closet" data-handle="${escapeHtml(account.handle)}"><h1>${escapeHtml(account.fullName)}</h1>
<p class="lead">@${escapeHtml(account.handle)}</p><nav class="tabs" aria-label="Availability">${links}</nav>
<div class="tiles_container">${tilesHtml(world, view)}</div></section>${sheet}`;
  return page({ title: `${account.handle}'s closet`, token: view.token, handle: view.viewer?.handle ?? null, main });
}

/** The tiles of one page. The last element contains the cursor of the next page. */
export function tilesHtml(world: World, view: Omit<ClosetView, 'token'>): string {
  const tiles = view.page.items.map((listing) => tile(world, listing, view.viewer !== null)).join('');
  if (view.page.nextCursorMs === null) return tiles || '<p class="empty">Nothing here yet.</p>';
  const next = (view.page.nextCursorMs / 1000).toFixed(3);
  return `${tiles}<div class="more" data-next="${next}"><span role="status">Loading more listings</span></div>`;
}

const listingPath = (listing: Listing, title: string): string =>
  `/listing/${encodeURIComponent(title.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '') || 'listing')}-${listing.id}`;

function tile(world: World, listing: Listing, mayShare: boolean): string {
  const look = lookOf(world, listing);
  const { account, id } = listing;
  const path = listingPath(listing, look.title);
  const share = mayShare
    ? `<a class="social-action-bar__action social-action-bar__share" role="button" tabindex="0" href="#share" data-et-name="share" data-et-prop-location="listing_tile" data-et-prop-listing_id="${id}" data-et-prop-lister_id="${account.id}" aria-label="Share ${escapeHtml(look.title)}"><i class="icon share-gray-large" aria-hidden="true"></i>Share</a>`
    : '';
  const original = listing.original > 0 ? `<s class="p--t--1 original">$${listing.original}</s>` : '';
  return `<div class="tile" data-et-prop-listing_id="${id}" data-et-prop-lister_id="${account.id}" data-et-name="listing">
<a class="tile__covershot" href="${path}" data-et-prop-listing_id="${id}"><img src="${pictureUrl(look, 'm', 1, '')}" alt="" loading="lazy" width="300" height="300">${tag(listing)}</a>
<a class="tile__title" href="${path}">${escapeHtml(look.title)}</a>
<p class="tile__details"><span class="price">$${listing.price}</span>${original}</p>
<p class="tile__details">${escapeHtml(look.brand ?? '')}<span class="likes">${likesText(listing.likes)}</span></p>
<div class="social-action-bar">${share}</div></div>`;
}

const likesText = (likes: number) => (likes === 1 ? '1 like' : `${likes} likes`);

function tag(listing: Listing): string {
  const icon = {
    available: '',
    sold_out: '<i class="icon sold-tag">Sold</i>',
    not_for_sale: '<i class="icon not-for-sale-tag">Not for sale</i>',
    // Strangers' clients know only the two tags above, and must not try to share it.
    reserved: '<i class="icon not-for-sale-tag">Reserved</i>',
  }[listing.status];
  return `<div class="tile__inventory-tag">${icon}</div>`;
}

/** Empty until a share button opens it; `page.js` fills and clears it. */
const sheet =
  '<dialog class="sheet" aria-labelledby="share-title"></dialog><p class="toast" role="status" aria-live="polite"></p>';

const conditions: Record<string, string> = { nwt: 'New with tags', uln: 'Like new', ug: 'Good', uf: 'Fair' };

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

/** Drawings are made from their address: garment, tint, and view. */
export function pictureUrl(look: Look, size: 's' | 'm' | 'l', number: number, origin: string): string {
  const rgb = look.colors[0]?.rgb.toLowerCase() ?? '';
  // Sellers enter colors themselves, so only a valid one may become part of an address.
  const tint = /^#[0-9a-f]{6}$/.test(rgb) ? rgb.slice(1) : '8d9096';
  return `${origin}/pictures/${size}_${look.flat}_${tint}_${number}.svg`;
}
