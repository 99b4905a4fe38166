import { describe, expect, it } from 'vitest';
import { Phone } from './fields.ts';

describe('a phone number', () => {
  it.each(['', '555 0100', '(212) 555-0134', '+1 (212) 555-0134 ext. 7', '212.555.0134 x12', '0049/30/1234567'])(
    'may be %j',
    (given) => expect(Phone.parse(` ${given} `)).toBe(given),
  );
  it.each(['call me', '1', '555', 'maya@example.com', '212-555-0134 or 212-555-0199', '+', '()'])(
    'is not %j',
    (given) => expect(Phone.safeParse(given).success).toBe(false),
  );
});
