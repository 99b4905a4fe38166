// The two pages from which a client reads its XSRF token and identity.

import type { Account } from '../state/model.ts';
import { escapeHtml, page } from './layout.ts';

/** The page state: strict JSON on one line, `<` written as `\u003c`. */
export function stateText(account: Account, token: string): string {
  const who = { uid: account.id, dh: account.handle };
  const state = {
    auth: { isUserLoggedIn: true },
    csrftoken: token,
    ui: who,
    // A parser that stops at the first `};` fails here, as it would fail on some listing texts.
    notice: 'Practice marketplace {open};',
    userCookies: { userInfo: who },
  };
  return JSON.stringify(state).replaceAll('<', '\\u003c');
}

export function createListingPage(account: Account, token: string, state: { text: string; nonce: string }): string {
  const main = `<section class="narrow"><h1>Create a listing</h1>
<p>Closets of the practice marketplace are made for you, so there is nothing to fill in here.</p>
<p><a class="btn" href="/closet/${encodeURIComponent(account.handle)}">Go to my closet</a></p></section>`;
  return page({ title: 'Create listing', token, handle: account.handle, main, state });
}

export function feedPage(
  account: Account,
  token: string,
  view: { state: { text: string; nonce: string }; sellers: readonly Account[] },
): string {
  const sellers = view.sellers
    .map(
      (seller) =>
        `<li><a href="/closet/${encodeURIComponent(seller.handle)}"><strong>@${escapeHtml(seller.handle)}</strong> <span>${seller.available} listings</span></a></li>`,
    )
    .join('');
  const main = `<h1>Feed</h1><p class="lead">Closets to look at. Yours is <a href="/closet/${encodeURIComponent(account.handle)}">@${escapeHtml(account.handle)}</a>.</p><ul class="sellers">${sellers}</ul>`;
  return page({ title: 'Feed', token, handle: account.handle, main, state: view.state });
}
