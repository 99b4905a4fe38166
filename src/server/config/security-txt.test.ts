import { expect, it } from 'vitest';
import { securityTxt } from './public-address.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const base = { operator: { name: null, email: null }, publicUrl: null, host: '127.0.0.1', port: 5000 };

it('names the operator and the public address, and ends in half a year', () => {
  const text = securityTxt(
    { ...base, operator: { name: 'Ada', email: 'ada@example.com' }, publicUrl: new URL('https://hangtag.example') },
    now,
  );
  expect(text).toBe(
    [
      'Contact: mailto:ada@example.com',
      'Expires: 2027-05-21T12:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://hangtag.example/.well-known/security.txt',
      '',
    ].join('\n'),
  );
});

it('leads to the first page if the operator gave no address', () => {
  expect(securityTxt(base, now)).toMatch(/^Contact: http:\/\/(localhost|127\.0\.0\.1):5000/);
});
