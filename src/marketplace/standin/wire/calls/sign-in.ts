// Answers sign-in, one-time codes, and the who-am-I call.

import type { Account, World } from '../../state/model.ts';
import { redeemEntryToken, sendCode, typeCode } from '../../state/one-time-code.ts';
import { openSession, sessionCookies } from '../../state/sessions.ts';
import { accountNamed } from '../../state/world.ts';
import { admit, refuse } from '../admit.ts';
import { type Json, parseObject, textAt } from '../body.ts';
import { invalid, refusal } from '../errors.ts';
import { answer, apply, type Exchange, json, traceId } from '../exchange.ts';

/** The account with this name and password. null for both an unknown name and a wrong password. */
export function checkPassword(world: World, name: string, password: string): Account | null {
  const account = accountNamed(world, name);
  return account !== undefined && account.password !== null && account.password === password ? account : null;
}

/** `POST /vm-rest/auth/users/access_token`. */
export function answerLogin(exchange: Exchange, body: string): void {
  const { world } = exchange;
  const sent: Json = parseObject(body) ?? {};
  const name = textAt(sent, 'user_handle') ?? '';
  exchange.account ??= accountNamed(world, name) ?? null;
  if (!admit(exchange, { op: 'login', session: 'ignored', write: true })) return;
  const account = checkPassword(world, name, textAt(sent, 'password') ?? '');
  if (account === null) {
    const words = 'Invalid username or password';
    answer(exchange, refusal(exchange, { type: 'InvalidCredentialsError', status: 401, message: words }), 'invalid');
    return;
  }
  exchange.account = account;
  // The token counts only for the visitor who asked for the code.
  const entryToken = exchange.visitor?.attempt === account.serial ? textAt(sent, 'entry_token') : null;
  const needsCode = account.otp || world.settings.otpRequired;
  if (needsCode && !(entryToken !== null && redeemEntryToken(account, entryToken, world.clock.now()))) {
    if (exchange.visitor !== null) exchange.visitor.attempt = account.serial;
    refuse(exchange, 'E14');
    return;
  }
  if (exchange.visitor !== null) exchange.visitor.attempt = null;
  const body200 = {
    data: {
      auth: { isUserLoggedIn: true },
      ui: { uid: account.id, dh: account.handle, fn: account.fullName.split(' ')[0] ?? account.fullName },
    },
    trace_id: traceId(),
  };
  let cookies: string[] = [];
  apply(exchange, () => {
    cookies = sessionCookies(openSession(world, account));
  });
  answer(exchange, { ...json(200, body200), headers: { 'Set-Cookie': cookies } }, 'ok');
}

/** The account whose correct password this visitor has already given. */
function attemptOf(exchange: Exchange): Account | null {
  const serial = exchange.visitor?.attempt ?? null;
  return serial === null ? null : (exchange.world.accounts.get(serial) ?? null);
}

/** `POST /vm-rest/auth/otp_requests` (5.2): sends a new code and cancels the previous one. */
export function answerCodeRequest(exchange: Exchange, body: string): void {
  const account = attemptOf(exchange);
  exchange.account ??= account;
  if (!admit(exchange, { op: 'otp', session: 'ignored', write: true })) return;
  const name = textAt(parseObject(body) ?? {}, 'user_handle') ?? '';
  if (account === null || accountNamed(exchange.world, name) !== account) {
    answer(exchange, invalid(exchange, 'Log in first, then ask for a code'), 'E1');
    return;
  }
  let token = '';
  apply(exchange, () => {
    token = sendCode(account, exchange.world.clock.now()).requestToken;
    exchange.world.changed();
  });
  const data = { request_token: token, delivery: 'sms', masked_destination: '***-***-0142' };
  answer(exchange, json(200, { data, trace_id: traceId() }), 'ok');
}

/** `POST /vm-rest/auth/entry_tokens` (5.2): checks the code that was entered. */
export function answerCode(exchange: Exchange, body: string): void {
  const account = attemptOf(exchange);
  exchange.account ??= account;
  if (!admit(exchange, { op: 'entry', session: 'ignored', write: true })) return;
  const sent: Json = parseObject(body) ?? {};
  const typed = { code: textAt(sent, 'otp') ?? '', requestToken: textAt(sent, 'request_token') ?? '' };
  const result =
    account === null ? ({ kind: 'expired' } as const) : typeCode(account, typed, exchange.world.clock.now());
  if (result.kind === 'wrong') {
    answer(exchange, invalid(exchange, 'That code is not right'), 'E1');
    return;
  }
  if (result.kind === 'expired') {
    const error = { type: 'ExpiredTokenError', status: 400, message: 'That code has expired. Ask for a new one.' };
    answer(exchange, refusal(exchange, error), 'expired');
    return;
  }
  exchange.world.changed();
  answer(exchange, json(200, { data: { entry_token: result.entryToken }, trace_id: traceId() }), 'ok');
}

/** `GET /vm-rest/users/self`. */
export function answerSelf(exchange: Exchange, origin: string): void {
  if (!admit(exchange, { op: 'self', session: 'needed', write: false })) return;
  const { account } = exchange;
  if (account === null) {
    refuse(exchange, 'E8a');
    return;
  }
  const data = {
    id: account.id,
    username: account.handle,
    display_handle: account.handle,
    full_name: account.fullName,
    picture_url: `${origin}/pictures/m_hanger_2f5fa7_1.svg`,
  };
  answer(exchange, json(200, { data, trace_id: traceId() }), 'ok');
}
