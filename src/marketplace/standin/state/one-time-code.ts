// One-time codes for sign-in: sending, checking, and redeeming.

import { randomBytes, randomInt } from 'node:crypto';
import type { Account, OtpState } from './model.ts';

const lifeMs = 600_000;
const triesAllowed = 5;

/** Sends a new code. The previous code expires. */
export function sendCode(account: Account, now: number): OtpState {
  const before = account.otpState;
  const replaced = before === null ? [] : [...before.replaced, before.code].slice(-10);
  let code = String(randomInt(100_000, 1_000_000));
  while (replaced.includes(code)) code = String(randomInt(100_000, 1_000_000));
  const state: OtpState = {
    code,
    requestToken: `rt_${randomBytes(8).toString('hex')}`,
    sentMs: now,
    tries: 0,
    replaced,
    entryToken: null,
    entryMs: 0,
  };
  account.otpState = state;
  return state;
}

/** Checks a code. The right one gives a token for one sign-in. */
export function typeCode(
  account: Account,
  typed: { code: string; requestToken: string },
  now: number,
): { entryToken: string } | 'wrong' | 'expired' {
  const state = account.otpState;
  if (state === null || now - state.sentMs > lifeMs || typed.requestToken !== state.requestToken) return 'expired';
  if (state.replaced.includes(typed.code) || state.tries >= triesAllowed) return 'expired';
  if (typed.code !== state.code) {
    state.tries += 1;
    return 'wrong';
  }
  state.entryToken = `et_${randomBytes(8).toString('hex')}`;
  state.entryMs = now;
  return { entryToken: state.entryToken };
}

/** True once per entry token. Using the token also expires the code. */
export function redeemEntryToken(account: Account, token: string, now: number): boolean {
  const state = account.otpState;
  if (state === null || state.entryToken === null || state.entryToken !== token) return false;
  account.otpState = null;
  return now - state.entryMs <= lifeMs;
}
