import { describe, expect, it, test } from 'vitest';
import { otherClosetPath } from '../protocol/calls.ts';
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
    ['a closet with a query of its own', { switches: { closetPath: otherClosetPath } }],
    ['the version of the site, in whatever form', { switches: { pmVersion: 'vue3.2026.36.00' } }],
    ['names of fields', { shapes: { listing: { 'inventory.status': 'state' } } }],
  ])('may change %s', (_, changes) => {
    expect(reading(changes).profile).toMatchObject(changes);
  });

  test.each<[string, object, RegExp]>([
    [
      'name another origin',
      { calls: { search: { path: 'https://evil.example/search' } } },
      /^calls\.search\.path must/,
    ],
    [
      'name another host by two slashes',
      { switches: { sharePath: '//evil.example/{id}' } },
      /^switches\.sharePath must/,
    ],
    ['climb out of a path', { calls: { search: { path: '/vm-rest/../x' } } }, /^calls\.search\.path must/],
    ['name a closet by a listing', { switches: { closetPath: '/vm-rest/{id}' } }, /^switches\.closetPath must/],
    ['hide JSON in a closet’s query', { switches: { closetPath: '/a?b={c}' } }, /^switches\.closetPath must/],
    ['put a query into a path', { calls: { search: { path: '/a?b=c' } } }, /^calls\.search\.path must/],
    ['turn a read into a write', { calls: { search: { method: 'POST' } } }, /^calls\.search /],
    ['delete', { calls: { share: { method: 'DELETE' } } }, /^calls\.share\.method /],
    [
      'share without naming the listing',
      { switches: { sharePath: '/vm-rest/shares' } },
      /^switches\.sharePath must contain \{id\}/,
    ],
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
