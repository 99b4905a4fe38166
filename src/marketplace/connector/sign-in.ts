// Signs in at the marketplace, with a one-time code if one is required.

import type {
  MarketFailure,
  MarketIdentity,
  MarketResult,
  MarketSession,
  PendingSignIn,
  SignInResult,
} from '#domain/ports/marketplace.ts';
import { failure } from '../protocol/classify.ts';
import { CodeRequested, EntryToken, SignedIn } from '../protocol/protocol.ts';
import { readBootstrapPage, readIdentity } from '../session/bootstrap-page.ts';
import { SessionState } from '../session/session-state.ts';
import { Caller, traced } from './caller.ts';

type Credentials = { username: string; password: string };
const accessPath = '/vm-rest/auth/users/access_token';

/**
 * Signs in with user name and password, once. Uses a copy of the session, so that a refusal leaves the
 * account unchanged. After a success, `account` has the new one.
 */
export async function signIn(account: Caller, credentials: Credentials): Promise<SignInResult> {
  // With a live session the marketplace would skip the sign-in page, which proves nothing about these credentials.
  const cookies = account.state
    .snapshot()
    .cookies.filter(({ name }) => name !== 'jwt' && name !== 'ui' && name !== '_csrf');
  const caller = callerFor(account, { cookies });
  const page = await caller.call({ method: 'GET', path: '/login', wants: 'page', on: 'login_page' });
  if (page.kind !== 'ok') return refusal(withoutSession(page));
  const { token } = readBootstrapPage(page.body);
  if (token !== null) caller.state.takeToken(token);
  if (caller.state.token === undefined) return refusal(failure('protocol_changed'));
  return enter(account, caller, credentials, {});
}

/** Asks the marketplace to send a code, which cancels the previous one. */
export async function requestCode(
  account: Caller,
  pending: PendingSignIn,
): Promise<MarketResult<PendingSignIn & { destination?: string }>> {
  const caller = callerFor(account, pending.session);
  const verdict = await caller.call({
    method: 'POST',
    path: '/vm-rest/auth/otp_requests',
    body: { [account.context.switches.loginUserField]: pending.handle },
  });
  if (verdict.kind !== 'ok') return verdict;
  const asked = CodeRequested.safeParse(verdict.json).data?.data;
  if (asked === undefined) return failure('protocol_changed');
  const next: PendingSignIn = {
    session: caller.state.snapshot(),
    handle: pending.handle,
    requestToken: asked.request_token,
  };
  return traced({ ...next, destination: asked.masked_destination }, verdict);
}

/** Exchanges the seller's code for an entry token and signs in with it. */
export async function verifyCode(
  account: Caller,
  pending: PendingSignIn,
  { code, credentials }: { code: string; credentials: Credentials },
): Promise<SignInResult> {
  if (pending.requestToken === undefined) return refusal(failure('otp_expired', 'Request a code first.'));
  const caller = callerFor(account, pending.session);
  const verdict = await caller.call({
    method: 'POST',
    path: '/vm-rest/auth/entry_tokens',
    body: { otp: code, request_token: pending.requestToken },
    on: 'entry',
    secrets: [code, pending.requestToken],
  });
  if (verdict.kind !== 'ok') return refusal(verdict);
  const entryToken = EntryToken.safeParse(verdict.json).data;
  if (entryToken === undefined) return refusal(failure('protocol_changed'));
  return enter(account, caller, credentials, { entry_token: entryToken });
}

async function enter(
  account: Caller,
  caller: Caller,
  { username, password }: Credentials,
  extra: { entry_token?: string },
): Promise<SignInResult> {
  const { loginUserField, loginPasswordField } = account.context.switches;
  const verdict = await caller.call({
    method: 'POST',
    path: accessPath,
    body: { [loginUserField]: username, [loginPasswordField]: password, ...extra },
    on: 'login',
    secrets: [password, ...Object.values(extra)],
  });
  if (verdict.kind === 'otp_required') {
    const pending: PendingSignIn = { session: caller.state.snapshot(), handle: username };
    return { ...traced(null, verdict), kind: 'otp_required', pending, message: verdict.message };
  }
  if (verdict.kind !== 'ok') return refusal(withoutSession(verdict));

  // A sign-in succeeded only if there is no error, the body confirms it, and the session cookie is set.
  const signedIn = SignedIn.safeParse(verdict.json).data;
  if (signedIn === undefined || !caller.state.hasSession()) return refusal(failure('protocol_changed'));
  const identity = readIdentity(signedIn.data.ui) ?? caller.state.identityFromCookie();
  const who: MarketResult<MarketIdentity> = identity === null ? await caller.probe() : traced(identity, verdict);
  if (who.kind !== 'ok') return refusal(who);
  caller.state.takeIdentity(who.value);
  account.state.become(caller.state.snapshot());
  return who;
}

function callerFor({ context }: Caller, session: MarketSession): Caller {
  return new Caller(context, new SessionState(context.host, session, context.clock));
}

/** A code request from any other call than sign-in makes no sense to a seller, so it becomes an unknown failure. */
function refusal(found: MarketFailure): SignInResult {
  return { ...found, kind: found.kind === 'otp_required' ? 'unknown_failure' : found.kind };
}

/** The sign-in page instead of an answer doesn't mean that a session expired: before a sign-in there is none. */
function withoutSession(found: MarketFailure): MarketFailure {
  return found.kind === 'session_expired' ? failure('protocol_changed') : found;
}
