// Answers HTML pages of the practice marketplace, and handles its forms.

import { randomBytes } from 'node:crypto';
import { decodePercent } from '#domain/text/percent.ts';
import { closetHtml, listingHtml, tilesHtml } from '../pages/closet.ts';
import { barePage, createListingPage, feedPage, humanCheckPage, loginPage, stateText } from '../pages/layout.ts';
import { closetFilters, closetPage } from '../state/listings.ts';
import type { Session } from '../state/model.ts';
import {
  openSession,
  openVisitor,
  rotateToken,
  sessionCookies,
  tokenCookie,
  visitorCookie,
} from '../state/sessions.ts';
import { accountAt, accountNamed, listingAt } from '../state/world.ts';
import { admit, admitSeller } from '../wire/admit.ts';
import { checkPassword } from '../wire/calls/sign-in.ts';
import { type Answer, type Exchange, type Handler, html, redirect } from '../wire/exchange.ts';
import { cursorMs } from '../wire/input.ts';

const tilesAtOnce = 48;

const pages: Record<string, Handler> = {
  '/': () => redirect(302, '/feed'),
  '/login': showLogin,
  '/create-listing': showBootstrap,
  '/feed': showBootstrap,
  '/human-check': showHumanCheck,
};
const forms: Record<string, Handler> = { '/login': takeLogin, '/human-check': takeHumanCheck };

/** null if there is nothing. `isMoved`: the page is at another address, as a profile says. */
export function pageHandler({ method, path }: Exchange, isMoved: boolean): Handler | null {
  if (method === 'POST') return forms[path] ?? null;
  // Only a GET asks for a page.
  if (method !== 'GET' && method !== 'HEAD') return null;
  if (path.startsWith('/closet/')) return (exchange) => showCloset(exchange, path.slice('/closet/'.length));
  if (path.startsWith('/listing/')) return (exchange) => showListing(exchange, path.slice('/listing/'.length));
  return (isMoved ? undefined : pages[path]) ?? notFound;
}

/** `/closet/{handle}`: the page, or with `max_id` only the next tiles (not a page, so no new token). */
function showCloset(exchange: Exchange, handle: string): Answer {
  exchange.op = 'page';
  const { world } = exchange;
  const account = accountAt(world, decodePercent(handle) ?? handle);
  if (account === undefined) return notFound();
  const ask = new URLSearchParams(exchange.query);
  const wanted = ask.get('availability');
  const filter = closetFilters.find((known) => known === wanted) ?? 'all';
  const belowMs = cursorMs(ask.get('max_id')) ?? null;
  const page = closetPage(world, account, { filter, count: tilesAtOnce, belowMs });
  const viewer = liveSession(exchange)?.account ?? null;
  if (belowMs !== null) return html(200, tilesHtml(world, { account, filter, page, viewer }));
  return pageAnswer(exchange, (token) => closetHtml(world, { account, filter, page, token, viewer }));
}

/** `/listing/{slug}-{id}`: only the id at the end matters. */
function showListing(exchange: Exchange, slug: string): Answer {
  exchange.op = 'page';
  const { world } = exchange;
  const id = slug.slice(-24);
  const listing = listingAt(world, id);
  if (listing === undefined || listing.removed) return notFound();
  exchange.listingId = id;
  const viewer = liveSession(exchange)?.account ?? null;
  return pageAnswer(exchange, (token) => listingHtml(world, { listing, token, viewer }));
}

const notFound = (): Answer => ({
  ...html(404, barePage('Page not found', 'There is nothing at this address.')),
  outcome: 'E10',
});

function showLogin(exchange: Exchange): Answer {
  exchange.op = 'page';
  if (liveSession(exchange) !== null) return redirect(302, '/feed');
  const target = localPath(new URLSearchParams(exchange.query).get('redirect'));
  return pageAnswer(exchange, (token) => loginPage({ token, redirect: target, hints: hintsOf(exchange) }));
}

const hintsOf = ({ world }: Exchange) =>
  [...world.accounts.values()].flatMap(({ kind, handle, password }) =>
    kind === 'demo' && password !== null ? [{ username: handle, password }] : [],
  );

/** Accepts only paths of this site, so that the sign-in form can't be used as an open redirect. */
const localPath = (target: string | null): string =>
  /^\/(?![/\\])[\x21-\x7e]*$/.test(target ?? '') ? (target ?? '') : '';

function takeLogin(exchange: Exchange, body: string): Answer {
  exchange.op = 'login';
  const { world, visitor } = exchange;
  const form = new URLSearchParams(body);
  const name = form.get('login_form[username_email]') ?? '';
  const target = localPath(form.get('redirect'));
  const showAgain = (problem: string): Answer => {
    const view = { problem, name, redirect: target, hints: hintsOf(exchange) };
    return { ...pageAnswer(exchange, (token) => loginPage({ ...view, token })), outcome: 'invalid' };
  };
  const isOurs = visitor !== null && isTokenOf(visitor, form);
  const account = isOurs ? checkPassword(world, name, form.get('login_form[password]') ?? '') : null;
  exchange.account = account ?? accountNamed(world, name) ?? null;
  if (account === null)
    return showAgain(isOurs ? 'Invalid username or password' : 'This page was open for too long. Try again.');
  if (account.otp || world.settings.otpRequired)
    return showAgain('This seller needs a code, which only clients can enter');
  exchange.applied = true;
  const cookies = sessionCookies(openSession(world, account));
  const location = target || '/feed';
  return { ...redirect(303, location), headers: { Location: location, 'Set-Cookie': cookies } };
}

/** `/create-listing` and `/feed`: the pages from which clients learn token and identity. */
function showBootstrap(exchange: Exchange): Answer {
  if (exchange.session === null) {
    admit(exchange, { op: 'bootstrap', session: 'ignored', write: false });
    return { ...toLogin(302, exchange.path), outcome: 'E8b' };
  }
  const account = admitSeller(exchange, { op: 'bootstrap', write: false });
  const nonce = randomBytes(12).toString('base64url');
  const sellers = [...exchange.world.accounts.values()].filter(({ kind }) => kind !== 'made').slice(0, 40);
  const draw = (token: string): string => {
    const state = { text: stateText(account, token), nonce };
    return exchange.path === '/feed'
      ? feedPage(account, token, { state, sellers })
      : createListingPage(account, token, state);
  };
  return pageAnswer(exchange, draw, nonce);
}

const toLogin = (status: number, from: string): Answer =>
  redirect(status, `/login?redirect=${encodeURIComponent(from)}`);

function showHumanCheck(exchange: Exchange): Answer {
  exchange.op = 'page';
  const session = liveSession(exchange);
  if (session === null) return toLogin(302, `/human-check?${exchange.query}`);
  const { handle, humanCheck } = session.account;
  return pageAnswer(exchange, (token) => humanCheckPage({ handle, token, isRaised: humanCheck }));
}

function takeHumanCheck(exchange: Exchange, body: string): Answer {
  exchange.op = 'page';
  const { session, world } = exchange;
  if (session?.dead !== null || !isTokenOf(session, new URLSearchParams(body)))
    return { ...toLogin(303, '/human-check'), outcome: 'E2' };
  session.account.humanCheck = false;
  session.account.sharesBurst = [];
  exchange.applied = true;
  world.changed();
  return redirect(303, `/closet/${encodeURIComponent(session.account.handle)}`);
}

const isTokenOf = (bearer: { token: string; previousToken: string | null }, form: URLSearchParams): boolean =>
  [bearer.token, bearer.previousToken].includes(form.get('csrf') ?? '');

const liveSession = ({ session }: Exchange): Session | null => (session?.dead === null ? session : null);

/** A page with a new token. It may load only what this server serves, and run the one inline script that contains the page state. */
function pageAnswer(exchange: Exchange, draw: (token: string) => string, nonce?: string): Answer {
  const { world } = exchange;
  const bearer = liveSession(exchange) ?? exchange.visitor ?? openVisitor(world);
  const token = rotateToken(world, bearer);
  const cookies = [...('ssid' in bearer ? [visitorCookie(bearer)] : []), tokenCookie(token)];
  const scripts = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`;
  return {
    ...html(200, draw(token)),
    headers: {
      'Set-Cookie': cookies,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; img-src 'self'; style-src 'self'; script-src ${scripts}; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'X-Content-Type-Options': 'nosniff',
    },
  };
}
