// Answers sign-in, one-time codes, and the who-am-I call.

import type { Account, World } from '../../state/model.ts';
import { openSession, redeemEntryToken, sendCode, sessionCookies, typeCode } from '../../state/sessions.ts';
import { accountNamed } from '../../state/world.ts';
import { admit, admitSeller } from '../admit.ts';
import { type Answer, apply, dataAnswer, type Exchange, invalid, originOf, refusal, refused } from '../exchange.ts';
import { type Json, parseObject, textAt } from '../input.ts';

/** The account with this name and password. null for both an unknown name and a wrong password. */
export function checkPassword(world: World, name: string, password: string): Account | null {
  const account = accountNamed(world, name);
  return account !== undefined && account.password !== null && account.password === password ? account : null;
}

/** `POST /vm-rest/auth/users/access_token`. */
export function answerLogin(exchange: Exchange, body: string): Answer {
  const { world, visitor } = exchange;
  const sent: Json = parseObject(body) ?? {};
  const name = textAt(sent, 'user_handle') ?? '';
  exchange.account ??= accountNamed(world, name) ?? null;
  admit(exchange, { op: 'login', session: 'ignored', write: true });
  const account = checkPassword(world, name, textAt(sent, 'password') ?? '');
  if (account === null) {
    const error = { type: 'InvalidCredentialsError', status: 401, message: 'Invalid username or password' };
    throw refusal(exchange, error, 'invalid');
  }
  exchange.account = account;
  // The token counts only for the visitor who asked for the code.
  const entryToken = visitor?.attempt === account.serial ? textAt(sent, 'entry_token') : null;
  const needsCode = account.otp || world.settings.otpRequired;
  const mayEnter = !needsCode || (entryToken !== null && redeemEntryToken(account, entryToken, world.clock.now()));
  if (visitor !== null) visitor.attempt = mayEnter ? null : account.serial;
  if (!mayEnter) throw refused(exchange, 'E14');
  let cookies: string[] = [];
  apply(exchange, () => {
    cookies = sessionCookies(openSession(world, account));
  });
  const data = {
    auth: { isUserLoggedIn: true },
    ui: { uid: account.id, dh: account.handle, fn: account.fullName.split(' ')[0] ?? account.fullName },
  };
  return { ...dataAnswer(data), headers: { 'Set-Cookie': cookies } };
}

/** The account whose correct password this visitor has already given. Its calls are journaled under its name. */
function attemptOf(exchange: Exchange): Account | null {
  const { world, visitor } = exchange;
  const account = visitor?.attempt == null ? null : (world.accounts.get(visitor.attempt) ?? null);
  exchange.account ??= account;
  return account;
}

/** `POST /vm-rest/auth/otp_requests`: sends a new code and cancels the previous one. */
export function answerCodeRequest(exchange: Exchange, body: string): Answer {
  const account = attemptOf(exchange);
  admit(exchange, { op: 'otp', session: 'ignored', write: true });
  const name = textAt(parseObject(body) ?? {}, 'user_handle') ?? '';
  if (account === null || accountNamed(exchange.world, name) !== account)
    throw invalid(exchange, 'Log in first, then ask for a code');
  let token = '';
  apply(exchange, () => {
    token = sendCode(account, exchange.world.clock.now()).requestToken;
    exchange.world.changed();
  });
  const data = { request_token: token, delivery: 'sms', masked_destination: '***-***-0142' };
  return dataAnswer(data);
}

/** `POST /vm-rest/auth/entry_tokens`: checks the code that was entered. */
export function answerCode(exchange: Exchange, body: string): Answer {
  const account = attemptOf(exchange);
  admit(exchange, { op: 'entry', session: 'ignored', write: true });
  const sent: Json = parseObject(body) ?? {};
  const typed = { code: textAt(sent, 'otp') ?? '', requestToken: textAt(sent, 'request_token') ?? '' };
  const result = account === null ? 'expired' : typeCode(account, typed, exchange.world.clock.now());
  if (result === 'wrong') throw invalid(exchange, 'That code is not right');
  if (result === 'expired') {
    const error = { type: 'ExpiredTokenError', status: 400, message: 'That code has expired. Ask for a new one.' };
    throw refusal(exchange, error, 'expired');
  }
  exchange.world.changed();
  return dataAnswer({ entry_token: result.entryToken });
}

/** `GET /vm-rest/users/self`. */
export function answerSelf(exchange: Exchange): Answer {
  const account = admitSeller(exchange, { op: 'self', write: false });
  const data = {
    id: account.id,
    username: account.handle,
    display_handle: account.handle,
    full_name: account.fullName,
    picture_url: `${originOf(exchange.req)}/pictures/m_hanger_2f5fa7_1.svg`,
  };
  return dataAnswer(data);
}
