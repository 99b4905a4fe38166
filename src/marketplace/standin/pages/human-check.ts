// HTML of the human check (CAPTCHA) pages.

import { escapeHtml, page } from './layout.ts';

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
