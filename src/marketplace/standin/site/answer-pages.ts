// Routes requests for HTML pages of the practice marketplace and handles its sign-in forms.

import { randomBytes } from 'node:crypto';
import { createListingPage, feedPage, stateText } from '../pages/bootstrap.ts';
import { humanCheckPage } from '../pages/human-check.ts';
import { barePage } from '../pages/layout.ts';
import { loginPage } from '../pages/login.ts';
import type { Account } from '../state/model.ts';
import { redeemEntryToken, sendCode, typeCode } from '../state/one-time-code.ts';
import { openSession, sessionCookies } from '../state/sessions.ts';
import { accountNamed } from '../state/world.ts';
import { admit, identify } from '../wire/admit.ts';
import { readBody } from '../wire/body.ts';
import { checkPassword } from '../wire/calls/sign-in.ts';
import { answerCrash } from '../wire/errors.ts';
import { answer, type Exchange, html, redirect } from '../wire/exchange.ts';
import { answerClosetPage, answerListingPage } from './answer-closet.ts';
import { freshToken, pageAnswer } from './page-token.ts';

/** Answers HTML pages. Returns false if there is no such page. */
export function routePage(exchange: Exchange): boolean {
  const { method, path } = exchange;
  if (method === 'POST') return routeForm(exchange);
  if (method !== 'GET' && method !== 'HEAD') return false;
  identify(exchange);
  if (path === '/') answer(exchange, redirect(302, '/feed'), 'ok');
  else if (path === '/login') showLogin(exchange);
  else if (path === '/create-listing' || path === '/feed') showBootstrap(exchange);
  else if (path === '/human-check') showHumanCheck(exchange);
  else if (path.startsWith('/closet/')) answerClosetPage(exchange, path.slice('/closet/'.length));
  else if (path.startsWith('/listing/')) answerListingPage(exchange, path.slice('/listing/'.length));
  else return false;
  return true;
}

function routeForm(exchange: Exchange): boolean {
  const handler = exchange.path === '/login' ? takeLogin : exchange.path === '/human-check' ? takeHumanCheck : null;
  if (handler === null) return false;
  identify(exchange);
  readBody(exchange.req)
    .then((body) => {
      if (body.kind === 'ok') handler(exchange, new URLSearchParams(body.text));
      else if (body.kind === 'too_large') {
        answer(exchange, html(413, barePage('Too much', 'That was too much at once.')), 'E1');
      }
    })
    .catch(() => answerCrash(exchange));
  return true;
}

function showLogin(exchange: Exchange): void {
  exchange.op = 'page';
  const holder = freshToken(exchange);
  if (holder.session !== null) {
    answer(exchange, redirect(302, '/feed'), 'ok');
    return;
  }
  const target = new URLSearchParams(exchange.query).get('redirect') ?? '';
  const body = loginPage({ token: holder.token, redirect: localPath(target), hints: hintsOf(exchange) });
  answer(exchange, pageAnswer(body, holder.cookies), 'ok');
}

const hintsOf = ({ world }: Exchange) =>
  [...world.accounts.values()].flatMap((account) =>
    account.kind === 'demo' && account.password !== null
      ? [{ username: account.handle, password: account.password }]
      : [],
  );

/** Accepts only paths of this site, so that the sign-in form can't be used as an open redirect. */
const localPath = (target: string) => (/^\/(?![/\\])[\x21-\x7e]*$/.test(target) ? target : '');

function takeLogin(exchange: Exchange, form: URLSearchParams): void {
  exchange.op = 'login';
  const { world, visitor } = exchange;
  const name = form.get('login_form[username_email]') ?? '';
  const sent = form.get('csrf');
  const isOurs = visitor !== null && (sent === visitor.token || sent === visitor.previousToken);
  const account = isOurs ? checkPassword(world, name, form.get('login_form[password]') ?? '') : null;
  exchange.account = account ?? accountNamed(world, name) ?? null;
  if (account === null) {
    const problem = isOurs ? 'Invalid username or password' : 'This page was open for too long. Try again.';
    showLoginAgain(exchange, { problem, name, redirect: form.get('redirect') ?? '' });
    return;
  }
  if (
    (account.otp || world.settings.otpRequired) &&
    !codeHolds(account, form.get('login_form[code]') ?? '', world.clock.now())
  ) {
    if (account.otpState === null) sendCode(account, world.clock.now());
    const problem = form.get('login_form[code]') ? 'That code is not right' : 'Enter the code we sent you';
    showLoginAgain(exchange, { problem, name, redirect: form.get('redirect') ?? '', wantsCode: true });
    return;
  }
  exchange.applied = true;
  const cookies = sessionCookies(openSession(world, account));
  const target = localPath(form.get('redirect') ?? '') || '/feed';
  answer(exchange, { ...redirect(303, target), headers: { Location: target, 'Set-Cookie': cookies } }, 'ok');
}

function codeHolds(account: Account, code: string, now: number): boolean {
  const state = account.otpState;
  if (state === null || code === '') return false;
  const result = typeCode(account, { code, requestToken: state.requestToken }, now);
  return result.kind === 'ok' && redeemEntryToken(account, result.entryToken, now);
}

function showLoginAgain(
  exchange: Exchange,
  view: { problem: string; name: string; redirect: string; wantsCode?: boolean },
): void {
  const { token, cookies } = freshToken(exchange);
  const body = loginPage({ ...view, redirect: localPath(view.redirect), token, hints: hintsOf(exchange) });
  answer(exchange, pageAnswer(body, cookies), 'invalid');
}

/** `/create-listing` and `/feed`: the pages from which clients learn token and identity. */
function showBootstrap(exchange: Exchange): void {
  if (exchange.session === null) {
    if (!admit(exchange, { op: 'bootstrap', session: 'ignored', write: false })) return;
    answer(exchange, redirect(302, `/login?redirect=${encodeURIComponent(exchange.path)}`), 'E8b');
    return;
  }
  if (!admit(exchange, { op: 'bootstrap', session: 'needed', write: false })) return;
  const { account } = exchange;
  if (account === null) return;
  const { token, cookies } = freshToken(exchange);
  const nonce = randomBytes(12).toString('base64url');
  const whole = stateText(account, token);
  const state = { text: exchange.fault?.case === 'bad-state' ? whole.slice(0, -20) : whole, nonce };
  const sellers = [...exchange.world.accounts.values()].filter((other) => other.kind !== 'made').slice(0, 40);
  const body =
    exchange.path === '/feed' ? feedPage(account, token, { state, sellers }) : createListingPage(account, token, state);
  answer(exchange, pageAnswer(body, cookies, nonce), 'ok');
}

function showHumanCheck(exchange: Exchange): void {
  exchange.op = 'page';
  const { token, cookies, session } = freshToken(exchange);
  if (session === null) {
    const here = `/human-check?${exchange.query}`;
    answer(exchange, redirect(302, `/login?redirect=${encodeURIComponent(here)}`), 'ok');
    return;
  }
  const { handle, humanCheck } = session.account;
  answer(exchange, pageAnswer(humanCheckPage({ handle, token, isRaised: humanCheck }), cookies), 'ok');
}

function takeHumanCheck(exchange: Exchange, form: URLSearchParams): void {
  exchange.op = 'page';
  const session = exchange.session?.dead === null ? exchange.session : null;
  const sent = form.get('csrf');
  if (session === null || (sent !== session.token && sent !== session.previousToken)) {
    answer(exchange, redirect(303, `/login?redirect=${encodeURIComponent('/human-check')}`), 'E2');
    return;
  }
  session.account.humanCheck = false;
  session.account.sharesBurst = null;
  exchange.applied = true;
  exchange.world.changed();
  answer(exchange, redirect(303, `/closet/${encodeURIComponent(session.account.handle)}`), 'ok');
}
