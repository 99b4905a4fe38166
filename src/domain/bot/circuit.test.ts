import { describe, expect, it } from 'vitest';
import { type Circuit, closed, opened, probeEveryMs, probeForMs, probing, refusedAgain } from './circuit.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const minute = 60_000;
/** Opened now, and refused this many times at each try. */
const refusedTimes = (refusals: number): Circuit => {
  let circuit = opened(null, now);
  for (let n = 0; n < refusals; n += 1) circuit = refusedAgain(circuit, circuit.heldUntil);
  return circuit;
};
const holdOf = ({ heldUntil }: Circuit, since: number): number => (heldUntil - since) / minute;

describe('a marketplace that refuses many sellers', () => {
  it.each([
    [0, 15],
    [1, 30],
    [2, 60],
    [9, 60],
  ])('is held after %d refused tries for %d minutes', (refusals, minutes) => {
    const since = refusals === 0 ? now : refusedTimes(refusals - 1).heldUntil;
    expect(holdOf(refusedTimes(refusals), since)).toBe(minutes);
  });

  it('is tried by one bot at a time, and again after a minute without an answer', () => {
    const open = refusedTimes(0);
    expect(probing(open, open.heldUntil - 1)).toBeNull();
    const tried = probing(open, open.heldUntil) ?? open;
    expect(tried).toEqual({ ...open, heldUntil: open.heldUntil + probeEveryMs });
    expect(probing(tried, tried.heldUntil - 1)).toBeNull();
    expect(probing(tried, tried.heldUntil)).not.toBeNull();
    // The last call of one try and the first of the next.
    expect(probeEveryMs - probeForMs).toBeGreaterThan(30_000);
  });

  it('needs no permission after a share was accepted', () => {
    const done = closed(refusedTimes(1), now + 60 * minute);
    expect(done).toMatchObject({ isOpen: false, closedAt: now + 60 * minute });
    expect(probing(done, now + 70 * minute)).toBeNull();
    expect(refusedAgain(done, now + 70 * minute)).toBe(done);
  });

  it.each([
    ['within an hour is held for longer', 59, 60],
    ['much later is held for 15 minutes', 61, 15],
  ])('and refuses them again %s', (_, laterMinutes, minutes) => {
    const again = closed(refusedTimes(1), now + 60 * minute);
    const at = now + (60 + laterMinutes) * minute;
    expect(holdOf(opened(again, at), at)).toBe(minutes);
  });

  it('stays held as it is while more sellers are refused', () => {
    const open = refusedTimes(0);
    expect(opened(open, now + minute)).toBe(open);
  });
});
