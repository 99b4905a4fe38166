import { describe, expect, it } from 'vitest';
import { otherClosetPath } from './calls.ts';
import { originMistake } from './origin.ts';
import { readSwitches } from './read-switches.ts';
import { defaultSwitches } from './switches.ts';

const read = (env: Record<string, string>) => readSwitches(env, defaultSwitches);

describe('the switches', () => {
  it('are read from the environment', () => {
    const { switches, mistakes } = read({
      MARKETPLACE_SORT_BY: '  ',
      MARKETPLACE_SHARE_PATH: '/vm-rest/posts/{id}/shares',
      MARKETPLACE_BOOTSTRAP_PATHS: '/feed, /create-listing',
      MARKETPLACE_CLOSET_PATH: otherClosetPath,
      MARKETPLACE_SEARCH_COUNT_AS: 'text',
      MARKETPLACE_PM_VERSION: 'vue3.2026.36.00',
      MARKETPLACE_MIN_PRICE: '5',
      MARKETPLACE_PARTIAL_UPDATE_ALLOWED: '1',
      MARKETPLACE_SHARE_LIMIT_WORDS: 'AError,BError',
    });
    expect(mistakes).toEqual([]);
    expect(switches).toEqual({
      ...defaultSwitches,
      sharePath: '/vm-rest/posts/{id}/shares',
      bootstrapPaths: ['/feed', '/create-listing'],
      closetPath: otherClosetPath,
      searchCountAs: 'text',
      pmVersion: 'vue3.2026.36.00',
      minPrice: 5,
      partialUpdateAllowed: true,
      shareLimitWords: ['AError', 'BError'],
    });
  });

  it.each([
    [{ MARKETPLACE_SHARE_PATH: '/vm-rest/shares' }, /^MARKETPLACE_SHARE_PATH must .*\{id\}/],
    [{ MARKETPLACE_SHARE_PATH: '//evil.example/{id}' }, /^MARKETPLACE_SHARE_PATH must/],
    [{ MARKETPLACE_CLOSET_PATH: '/vm-rest/users/{id}/posts' }, /^MARKETPLACE_CLOSET_PATH must .*\{uid\}/],
    [{ MARKETPLACE_CLOSET_PATH: '//evil.example/{uid}?a=b' }, /^MARKETPLACE_CLOSET_PATH must/],
    [{ MARKETPLACE_PROBE_PATH: '/users/{id}' }, /^MARKETPLACE_PROBE_PATH must not contain braces/],
    [{ MARKETPLACE_BOOTSTRAP_PATHS: ',' }, /^MARKETPLACE_BOOTSTRAP_PATHS must/],
    [{ MARKETPLACE_LOGIN_USER_FIELD: 'a b' }, /^MARKETPLACE_LOGIN_USER_FIELD must be one word/],
    [{ MARKETPLACE_MIN_PRICE: '2.5' }, /^MARKETPLACE_MIN_PRICE must be a whole number/],
    [{ MARKETPLACE_PARTIAL_UPDATE_ALLOWED: 'yes' }, /^MARKETPLACE_PARTIAL_UPDATE_ALLOWED must be true or false/],
    [{ MARKETPLACE_MIN_PRICE: '60000' }, /^MARKETPLACE_MIN_PRICE must not be above/],
  ])('give one clear sentence for %j', (env, sentence) => {
    expect(read(env).mistakes).toEqual([expect.stringMatching(sentence)]);
  });
});

describe('the marketplace’s address', () => {
  it.each([
    'https://poshmark.com',
    'http://localhost:4010',
    'http://[::1]:4010',
    'http://172.20.0.2',
    'http://standin.internal',
  ])('may be %s', (text) => {
    expect(originMistake(text)).toBeNull();
  });

  it.each([
    ['poshmark.com', /such as/],
    ['http://poshmark.com', /plain http/],
    ['http://172.32.0.1', /plain http/],
    ['http://8.8.8.8', /plain http/],
    ['ftp://localhost', /https/],
    ['https://poshmark.com/shop', /without a path/],
    ['https://jo:secret@poshmark.com', /password/],
  ])('may not be %s', (text, sentence) => {
    expect(originMistake(text)).toMatch(sentence);
  });
});
