import { describe, expect, it, test } from 'vitest';
import { parseExactly } from './exact-json.ts';

describe('parsing exactly', () => {
  test.each([
    '{"max_id":1777338896.120}',
    '{"n":1e400,"m":[0.10,-0]}',
    '{"big":12345678901234567890}',
    '"text"',
    'null',
  ])('prints %s as it was', (text) => {
    expect(JSON.stringify(parseExactly(text))).toBe(text);
  });

  it('is undefined for anything but JSON', () => {
    expect(parseExactly('{"a":')).toBeUndefined();
  });
});
