import { expect, it, test } from 'vitest';
import { findFlaw } from './body.ts';

const bounds = { mostValues: 1_000 };
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

test.each([
  ['an ordinary form', null, '{"email":"a","tags":["a","b"],"more":{"email":"b"}}'],
  ['signs inside of texts', null, `{"a":"${'[{,'.repeat(5_000)}","b":"\\"[[\\\\"}`],
  ['64 levels', null, nested(64)],
  ['65 levels', 'too_deep', nested(65)],
  ['levels that never end', 'too_deep', '{"a":'.repeat(100_000)],
  ['1,000 values', null, `[${'1,'.repeat(998)}1]`],
  ['1,002 values', 'too_many', `[${'1,'.repeat(1_001)}1]`],
  ['many small lists', 'too_many', `[${'[],'.repeat(600)}[]]`],
  ['many keys', 'too_many', `{${Array.from({ length: 2_000 }, (_, at) => `"k${at}":1`).join()}}`],
  ['a key twice', 'repeated_key', '{"a":1,"b":{"a":1},"a":2}'],
  ['a key twice, once in other signs', 'repeated_key', '{"a":1,"\\u0061" :2}'],
  ['the same key in two objects', null, '[{"a":1},{"a":1}]'],
  ['the same text twice in a list', null, '["a","a"]'],
  ['a broken text', null, '{"a":1,"\\u00zz":"b'],
  ['a text that never ends', null, `{"a":"${'\\"'.repeat(1_000)}`],
] as const)('%s: the flaw is %s', (_, flaw, text) => {
  expect(findFlaw(text, bounds)).toBe(flaw);
});

it('looks at 6 MB of quotes and backslashes in a moment', () => {
  // Looking back from each sign would take hours.
  const startedAt = performance.now();
  expect(findFlaw(`{"a":"${'\\"'.repeat(3_000_000)}"}`, bounds)).toBeNull();
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});
