import { describe, expect, it } from 'vitest';
import { isHoldReason, readHoldDuration } from './hold.ts';

const hour = 3_600_000;

describe('the duration of a hold', () => {
  it.each([
    ['2h', 2 * hour],
    ['30m', hour / 2],
    ['1h30m', 1.5 * hour],
    ['1d', 24 * hour],
    ['30d', 720 * hour],
    ['31d', null],
    ['0m', null],
    ['2', null],
    ['h', null],
    ['2 h', null],
    ['-2h', null],
    ['1e3h', null],
    ['', null],
  ])('%s', (text, ms) => {
    expect(readHoldDuration(text)).toBe(ms);
  });
});

describe('the reason of a hold', () => {
  it.each([
    ['Moving to a new server', true],
    ['ä'.repeat(200), true],
    ['ä'.repeat(201), false],
    [' ', false],
    ['two\nlines', false],
    ['\u001b[31mred', false],
    ['\u202eback', false],
    ['line\u2028end', false],
  ])('%j', (text, isGood) => {
    expect(isHoldReason(text)).toBe(isGood);
  });
});
