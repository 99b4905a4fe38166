import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { moveFields } from './dialect.ts';

const moved = (value: object, moves: Record<string, string>, direction: 'outward' | 'inward' = 'outward'): unknown => {
  const copy = structuredClone(value) as Record<string, unknown>;
  moveFields(copy, moves, direction);
  return copy;
};

describe('moving fields', () => {
  test.each<[string, object, Record<string, string>, object]>([
    ['renames a field', { a: 1, b: 2 }, { a: 'c' }, { c: 1, b: 2 }],
    ['moves a field into another object', { a: { b: 1 } }, { 'a.b': 'c.d' }, { a: {}, c: { d: 1 } }],
    ['moves an object with what is in it', { a: { b: 1, c: 2 } }, { a: 'x', 'a.b': 'x.y' }, { x: { c: 2, y: 1 } }],
    ['swaps two fields', { a: 1, b: 2 }, { a: 'b', b: 'a' }, { b: 1, a: 2 }],
    ['leaves an absent field absent', { b: 1 }, { a: 'c' }, { b: 1 }],
    ['keeps null', { a: null }, { a: 'c' }, { c: null }],
    ['drops what was at the new place', { a: 1, c: 3 }, { a: 'c' }, { c: 1 }],
    ['unwraps a list from an object of the same name', { data: [1] }, { data: 'data.items' }, { data: { items: [1] } }],
  ])('%s', (_, value, moves, expected) => {
    expect(moved(value, moves)).toEqual(expected);
  });

  it('comes back as it was', () => {
    const moves = { a: 'x', 'a.b': 'x.y', c: 'd', 'e.f': 'g' };
    const value = fc.record({
      a: fc.record({ b: fc.jsonValue(), k: fc.jsonValue() }),
      c: fc.jsonValue(),
      e: fc.record({ f: fc.jsonValue(), h: fc.jsonValue() }),
    });
    fc.assert(
      fc.property(value, (given) => {
        const before = JSON.parse(JSON.stringify(given));
        expect(moved(moved(before, moves) as object, moves, 'inward')).toEqual(before);
      }),
    );
  });

  it('never touches the prototype of objects', () => {
    const value = JSON.parse('{"__proto__":{"polluted":1},"a":2}');
    moveFields(value, { a: 'constructor.prototype.polluted' }, 'outward');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
