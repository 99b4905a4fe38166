import { describe, expect, it, test } from 'vitest';
import { origin, pairing, question } from '../platform/memory.fixture.ts';
import type { Remembered } from '../platform/memory.ts';
import { badgeFor } from './badge.ts';

describe('the badge', () => {
  test.each<[Remembered, string]>([
    [{}, ''],
    [{ pairing }, ''],
    [{ pairing, isPaused: true }, 'II'],
    [{ pairing, asked: [question] }, '?'],
    [{ pairing, isPaused: true, asked: [question] }, 'II'],
    [{ pairing, attention: { kind: 'human_check', since: 0 } }, '!'],
    [{ pairing, isPaused: true, attention: { kind: 'signed_out', since: 0 } }, 'II'],
    [{ pairing, contact: { kind: 'unreachable', at: 0 } }, '?'],
    [{ pairing, contact: { kind: 'refused', at: 0, message: '' } }, '!'],
    [{ unpaired: { because: 'revoked', server: 'https://x' } }, '!'],
    [{ pairing, recording: { since: 0, origin } }, 'REC'],
  ])('of %o is "%s"', (known, text) => {
    expect(badgeFor(known)[0]).toBe(text);
  });

  it('shows that the seller is needed while the marketplace is not allowed, unless they paused', () => {
    expect(badgeFor({ pairing }, false)[0]).toBe('!');
    expect(badgeFor({ pairing, isPaused: true }, false)[0]).toBe('II');
  });
});
