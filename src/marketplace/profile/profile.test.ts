import { describe, expect, it, test } from 'vitest';
import { readProfile } from './profile.ts';

const whole = {
  format: 'hangtag-marketplace-profile',
  version: 1,
  madeAt: '2026-11-21T08:00:00.000Z',
  recordedOn: '2026-11-20',
  marketplace: 'poshmark.com',
};
const reading = (changes: object) => readProfile(JSON.stringify({ ...whole, ...changes }));

describe('a marketplace profile', () => {
  it('may change nothing', () => {
    expect(reading({}).profile).toEqual({ ...whole, switches: {}, calls: {}, shapes: {} });
  });

  test.each<[string, object]>([
    ['a path', { calls: { search: { path: '/vm-rest/search' } } }],
    ['the other method of a write', { calls: { share: { method: 'POST' }, update: { method: 'PUT' } } }],
    ['a closet without its owner', { switches: { closetPath: '/vm-rest/closet/listings' } }],
  ])('may change %s', (_, changes) => {
    expect(reading(changes).profile).toMatchObject(changes);
  });

  test.each<[string, object, RegExp]>([
    [
      'name another origin',
      { calls: { search: { path: 'https://evil.example/search' } } },
      /^calls\.search\.path must/,
    ],
    ['climb out of a path', { calls: { search: { path: '/vm-rest/../x' } } }, /^calls\.search\.path must/],
    ['hide JSON in a closet’s query', { switches: { closetPath: '/a?b={c}' } }, /^switches\.closetPath must/],
    ['put a query into a path', { calls: { search: { path: '/a?b=c' } } }, /^calls\.search\.path must/],
    ['turn a read into a write', { calls: { search: { method: 'POST' } } }, /^calls\.search /],
    ['delete', { calls: { share: { method: 'DELETE' } } }, /^calls\.share\.method /],
    [
      'change a price without naming the listing',
      { calls: { update: { path: '/vm-rest/update' } } },
      /must contain \{id\} once/,
    ],
    ['add a call', { calls: { remove: {} } }, /^calls /],
    ['add a switch', { switches: { origin: 'https://evil.example' } }, /^switches /],
    [
      'set a header that isn’t one of the token',
      { switches: { tokenHeader: 'cookie' } },
      /^switches\.tokenHeader must/,
    ],
    ['move into a prototype', { shapes: { listing: { title: '__proto__.x' } } }, /^shapes\.listing\.title must/],
    ['read two fields from one', { shapes: { listing: { title: 'a', brand: 'a' } } }, /^shapes\.listing must not name/],
    [
      'give two calls one address',
      { calls: { update: { path: '/vm-rest/posts/{id}/likes/users/offers' } } },
      /must not have the address of/,
    ],
    ['have a minimum above the maximum', { switches: { minPrice: 60_000 } }, /^switches\.minPrice must not be above/],
    ['be of a later version', { version: 2 }, /^version /],
    ['be something else', { format: 'other' }, /^format /],
  ])('may not %s', (_, changes, mistake) => {
    expect(reading(changes).mistake).toMatch(mistake);
  });

  it('must be JSON', () => {
    expect(readProfile('{').mistake).toBe('it is not valid JSON');
  });
});
