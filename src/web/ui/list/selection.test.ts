import { describe, expect, it } from 'vitest';
import { extend, nothing, reduce, toggle, toggleRange } from './selection.ts';

const list = ['a', 'b', 'c', 'd', 'e'];
const chosen = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join('');

describe('a selection', () => {
  it('gains and loses a listing', () => {
    const one = toggle(nothing, 'b');
    expect(chosen(one)).toBe('b');
    expect(chosen(toggle(one, 'b'))).toBe('');
  });

  it('takes a range from the last press, in both directions', () => {
    expect(chosen(toggleRange(toggle(nothing, 'b'), 'd', list))).toBe('bcd');
    expect(chosen(toggleRange(toggle(nothing, 'd'), 'a', list))).toBe('abcd');
  });

  it('moves the end of a range, which starts where it started', () => {
    const range = toggleRange(toggle(nothing, 'b'), 'c', list);
    expect(chosen(toggleRange(range, 'e', list))).toBe('bcde');
  });

  it('clears a range that starts at a cleared listing', () => {
    const cleared = toggle(extend(nothing, list), 'b');
    expect(chosen(toggleRange(cleared, 'd', list))).toBe('ae');
  });

  it('has no range from a listing that a filter hides', () => {
    expect(chosen(toggleRange(toggle(nothing, 'z'), 'c', list))).toBe('cz');
  });

  it('gains and loses the listings of a filter', () => {
    expect(chosen(extend(toggle(nothing, 'z'), ['a', 'b']))).toBe('abz');
    expect(chosen(reduce(extend(nothing, list), ['a', 'b']))).toBe('cde');
  });
});
