import { describe, expect, it } from 'vitest';
import { codeOfStep, keyUri, stepAt, stepOfCode, toBase32 } from './totp.ts';

/** The key of the RFC's test values. */
const secret = Buffer.from('12345678901234567890');

describe('a code', () => {
  // RFC 6238, appendix B, the rows for SHA-1.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i seconds is the one in RFC 6238', (seconds, code) => {
    expect(codeOfStep(secret, stepAt(seconds * 1000), 8)).toBe(code);
  });

  const now = 1_111_111_111_000;
  it.each([
    ['of now', 0, true],
    ['of 30 seconds ago', -1, true],
    ['of the next 30 seconds', 1, true],
    ['of a minute ago', -2, false],
    ['of the minute after', 2, false],
  ])('%s', (_, steps, isTaken) => {
    const step = stepAt(now) + steps;
    expect(stepOfCode(secret, codeOfStep(secret, step), now)).toBe(isTaken ? step : null);
  });

  it.each(['', '12345', '1234567', 'abcdef', '05047１'])('is not "%s"', (code) => {
    expect(stepOfCode(secret, code, now)).toBeNull();
  });
});

describe('the key as text', () => {
  // RFC 4648, section 10, without padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of "%s" is %s', (plain, text) => {
    expect(toBase32(Buffer.from(plain))).toBe(text);
  });

  it('is in the address that apps scan, beside the account', () => {
    const uri = new URL(keyUri(secret, 'ada+shop@example.com'));
    expect(uri.protocol + uri.pathname).toBe('otpauth:/Hangtag:ada%2Bshop%40example.com');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      issuer: 'Hangtag',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
