import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { defaultSwitches } from '../protocol/switches.ts';
import { connectorDialect, moveFields, practiceDialect } from './dialect.ts';
import { Profile } from './profile.ts';

const profile = Profile.parse({
  format: 'hangtag-marketplace-profile',
  version: 1,
  madeAt: '2026-11-21T08:00:00.000Z',
  recordedOn: '2026-11-20',
  marketplace: 'practice',
  switches: { closetPath: '/v3/closet' },
  calls: {
    closet: { sends: { 'request.max_id': 'request.after' }, receives: { data: 'page.items' } },
    update: { path: '/v3/items/{id}', sends: { post: 'item', 'post.price_amount': 'item.price_money' } },
  },
  shapes: { listing: { price_amount: 'price_money' } },
});
const switches = { ...defaultSwitches, ...profile.switches };
const speaks = connectorDialect(profile, switches);
const hears = practiceDialect(profile);

describe('two sides of one dialect', () => {
  it('carries a cursor through query and reply with every digit', () => {
    const request = '{"filters":{},"max_id":1777338896.120}';
    const query = `request=${encodeURIComponent(request)}&summarize=true`;
    const spoken = speaks.address('closet', { method: 'GET', path: '/v3/closet', query });
    expect(decodeURIComponent(spoken.query)).toBe('request={"filters":{},"after":1777338896.120}&summarize=true');
    expect(hears.address('closet', spoken).query).toBe(query);
    const reply = '{"data":[{"id":"1","price_amount":{"val":39.50}}],"more":{"next_max_id":1777338896.120}}';
    const there = hears.reply('closet', reply);
    expect(there).toContain('"next_max_id":1777338896.120');
    expect(JSON.parse(there)).toMatchObject({ page: { items: [{ price_money: { val: 39.5 } }] } });
    expect(JSON.parse(speaks.reply('closet', there))).toMatchObject(JSON.parse(reply));
  });

  it('carries a price through the body, and leaves what isn’t JSON alone', () => {
    const body = '{"post":{"title":"a","price_amount":{"val":39,"currency_code":"USD"}}}';
    const spoken = speaks.body('update', body);
    expect(JSON.parse(spoken)).toEqual({ item: { title: 'a', price_money: { val: 39, currency_code: 'USD' } } });
    expect(JSON.parse(hears.body('update', spoken))).toEqual(JSON.parse(body));
    for (const text of ['', 'false', '<html>', '[1]', '{"data":[{"id"'])
      expect(speaks.reply('closet', text)).toBe(text);
  });

  it('leaves a call alone that the profile doesn’t mention', () => {
    expect(speaks.reply('likes', '{"a": 1.0}')).toBe('{"a": 1.0}');
    expect(speaks.find('DELETE', '/vm-rest/posts/x')).toBeNull();
  });
});

const moved = (value: object, moves: Record<string, string>, direction: 'outward' | 'inward' = 'outward'): unknown => {
  const copy = structuredClone(value) as Record<string, unknown>;
  moveFields(copy, moves, direction);
  return copy;
};

describe('moving fields', () => {
  test.each<[string, object, Record<string, string>, object]>([
    ['renames a field', { a: 1, b: 2 }, { a: 'c' }, { c: 1, b: 2 }],
    ['moves an object with what is in it', { a: { b: 1, c: 2 } }, { a: 'x', 'a.b': 'x.y' }, { x: { c: 2, y: 1 } }],
    ['swaps two fields', { a: 1, b: 2 }, { a: 'b', b: 'a' }, { b: 1, a: 2 }],
    ['leaves an absent field absent, and keeps null', { a: null }, { a: 'c', b: 'd' }, { c: null }],
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
