// HTML of the login form and its one-time-code step.

import { escapeHtml, page } from './layout.ts';

type LoginView = {
  token: string;
  /** Where to go afterward: a path of this site, or an empty string. */
  redirect: string;
  problem?: string;
  /** The name typed before, to prefill the form. */
  name?: string;
  /** Whether the form asks for the one-time code. */
  wantsCode?: boolean;
  /** Practice accounts to try, shown below the form. */
  hints?: readonly { username: string; password: string }[];
};

/** The login form. Third-party clients look for its element ids. */
export function loginPage({ token, redirect, problem, name, wantsCode, hints }: LoginView): string {
  const alert = problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`;
  const code = wantsCode
    ? `<label for="login_form_code">Code we sent you</label><input id="login_form_code" name="login_form[code]" inputmode="numeric" autocomplete="one-time-code">`
    : '';
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
${code}<button type="submit" class="btn btn--primary" data-pa-name="login">Log in</button></form>
${list === '' ? '' : `<h2>Practice sellers</h2><ul class="hints">${list}</ul>`}</section>`;
  return page({ title: 'Log in', token, handle: null, main });
}
