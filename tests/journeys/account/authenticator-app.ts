// An authenticator app, as a seller has it on their phone.
import { codeOfStep, stepAt } from '#server/features/account/second-factor/totp.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an app with this key shows, or will show `stepsFromNow` times 30 seconds later. */
export function codeInApp(key: string, now: number, stepsFromNow = 0): string {
  const bits = [...key].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return codeOfStep(secret, stepAt(now) + stepsFromNow);
}
