// Page frame and HTML escaping shared by all pages.

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
