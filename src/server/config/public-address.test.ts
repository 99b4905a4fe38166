import { expect, it, test } from 'vitest';
import { readConfig } from './config.ts';
import { isOwnComputer, publicAddress, pushContact, securityTxt } from './public-address.ts';

it.each([
  [{}, 5000, 'http://localhost:5000'],
  [{ HOST: '0.0.0.0' }, 5000, 'http://localhost:5000'],
  [{ HOST: '::1' }, 5000, 'http://localhost:5000'],
  [{ HOST: '192.168.1.7' }, 80, 'http://192.168.1.7:80'],
  [{ HOST: 'fd00::7' }, 5000, 'http://[fd00::7]:5000'],
  [{ PUBLIC_URL: 'https://hangtag.example', HOST: '::1' }, 5000, 'https://hangtag.example'],
])('with %o on port %i the public address is %s', (env, port, address) => {
  expect(publicAddress(readConfig(env), port)).toBe(address);
  expect(URL.canParse(`${address}/auth#reset=x`)).toBe(true);
});

it.each([
  ['somebody’s, on a computer with a desktop', {}, { isSomebodys: true, hasDesktop: true }, true],
  ['somebody’s, where nothing tells of a desktop', {}, { isSomebodys: true, hasDesktop: false }, true],
  ['a service, on a computer with a desktop', {}, { isSomebodys: false, hasDesktop: true }, true],
  ['a service, on a server', {}, { isSomebodys: false, hasDesktop: false }, false],
  ['open to the network', { HOST: '0.0.0.0' }, { isSomebodys: true, hasDesktop: true }, false],
  ['at a public address', { PUBLIC_URL: 'https://hangtag.example' }, { isSomebodys: true, hasDesktop: true }, false],
  ['behind a proxy', { TRUST_PROXY: '1' }, { isSomebodys: true, hasDesktop: true }, false],
])('a Hangtag that is %s runs on the seller’s own computer or not', (_, env, place, isOwn) => {
  expect(isOwnComputer(readConfig(env), place)).toBe(isOwn);
});

const mail = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'Hangtag <mail@hangtag.example>' };

test.each([
  [{ OPERATOR_EMAIL: 'ann@example.com', ...mail }, 'mailto:ann@example.com'],
  [{ ...mail, PUBLIC_URL: 'https://hangtag.example' }, 'mailto:mail@hangtag.example'],
  [{ ...mail, MAIL_FROM: 'mail@hangtag.example' }, 'mailto:mail@hangtag.example'],
  [{ PUBLIC_URL: 'https://hangtag.example' }, 'https://hangtag.example'],
  [{ PUBLIC_URL: 'http://hangtag.example' }, 'mailto:nobody@hangtag.invalid'],
  [{}, 'mailto:nobody@hangtag.invalid'],
])('with %j the contact for push services is %s', (env, contact) => {
  expect(pushContact(readConfig(env))).toBe(contact);
});

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
