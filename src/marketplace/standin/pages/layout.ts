// Page frame and HTML escaping, and the pages around a seller's account: sign-in, the human check, and those from which clients learn who is signed in.

import type { Account } from '../state/model.ts';

/** Escapes text for HTML content and attributes. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

type Frame = {
  title: string;
  /** The XSRF token of this page; '' for none. */
  token: string;
  /** Handle of the signed-in account, or null. */
  handle: string | null;
  /** Already escaped markup. */
  main: string;
  /** The page state as strict JSON on one line. Only bootstrap pages have it. */
  state?: { text: string; nonce: string };
};

/** A complete page with navigation and token. */
export function page({ title, token, handle, main, state }: Frame): string {
  const closet = handle === null ? '' : `/closet/${encodeURIComponent(handle)}`;
  const menu =
    handle === null
      ? '<a href="/login">Log in</a>'
      : `<a class="dropdown__link" data-et="my_closet" href="${closet}">My closet</a><a href="/feed">Feed</a><span class="user-name">@${escapeHtml(handle)}</span>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${
  token === ''
    ? ''
    : `<meta id="csrftoken" name="csrftoken" content="${escapeHtml(token)}">
`
}<link rel="icon" href="/pictures/s_hanger_2f5fa7_1.svg" type="image/svg+xml"><link rel="stylesheet" href="/standin.css">
</head><body><p class="practice" role="note">Practice marketplace. Nothing here is for sale, and nobody is watching.</p>
<header class="header"><a class="mark" href="/feed">Practice</a><nav aria-label="Account">${menu}</nav></header>
<div id="app"><main>${main}</main></div>
${state === undefined ? '' : `<script nonce="${escapeHtml(state.nonce)}">window.__INITIAL_STATE__=${state.text};</script>\n`}<script src="/standin.js" defer></script></body></html>`;
}

/** A page without navigation or token, for errors. */
export function barePage(title: string, words: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/standin.css">
</head><body><p class="practice" role="note">Practice marketplace. Nothing here is for sale, and nobody is watching.</p>
<main class="narrow"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(words)}</p></main></body></html>`;
}

type LoginView = {
  token: string;
  /** Where to go afterward: a path of this site, or an empty string. */
  redirect: string;
  problem?: string;
  /** The name typed before, to prefill the form. */
  name?: string;
  /** Practice accounts to try, shown below the form. */
  hints?: readonly { username: string; password: string }[];
};

/** The login form. Third-party clients look for its element ids. */
export function loginPage({ token, redirect, problem, name, hints }: LoginView): string {
  const alert = problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`;
  const list = (hints ?? [])
    .map(
      ({ username, password }) => `<li><code>${escapeHtml(username)}</code> <code>${escapeHtml(password)}</code></li>`,
    )
    .join('');
  const main = `<section class="narrow"><h1>Log in</h1>${alert}
<form id="login_form" class="login_form" method="post" action="/login">
<input type="hidden" name="csrf" value="${escapeHtml(token)}"><input type="hidden" name="redirect" value="${escapeHtml(redirect)}">
<label for="login_form_username_email">Username or email</label>
<input id="login_form_username_email" name="login_form[username_email]" autocomplete="username" value="${escapeHtml(name ?? '')}" required>
<label for="login_form_password">Password</label>
<input id="login_form_password" name="login_form[password]" type="password" autocomplete="current-password" required>
<button type="submit" class="btn btn--primary" data-pa-name="login">Log in</button></form>
${list === '' ? '' : `<h2>Practice sellers</h2><ul class="hints">${list}</ul>`}</section>`;
  return page({ title: 'Log in', token, handle: null, main });
}

const popup = (form: string) =>
  `<section class="narrow" id="captcha-popup"><h1 class="modal__title">Are you a person?</h1>
<p>The practice marketplace noticed unusually fast activity. Press the button to show that you’re human, then go back to where you came from.</p>${form}</section>`;

/** E6: the answer to other calls while a check is pending. It has no form; the check is solved on its own page. */
export function captchaPage(handle: string): string {
  const link = `/human-check?account=${encodeURIComponent(handle)}`;
  return page({
    title: 'Are you a person?',
    token: '',
    handle: null,
    main: popup(`<p><a href="${escapeHtml(link)}">Go to the check</a></p>`),
  });
}

export function humanCheckPage(view: { handle: string; token: string; isRaised: boolean }): string {
  const hidden = `<input type="hidden" name="csrf" value="${escapeHtml(view.token)}"><input type="hidden" name="account" value="${escapeHtml(view.handle)}">`;
  const main = view.isRaised
    ? popup(
        `<form method="post" action="/human-check">${hidden}<button type="submit" class="btn btn--primary">I am a person</button></form>`,
      )
    : `<section class="narrow"><h1>Nothing to check</h1><p>Your account is free to share.</p></section>`;
  return page({ title: 'Are you a person?', token: view.token, handle: view.handle, main });
}

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
