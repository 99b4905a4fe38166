import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { pushContact } from './public-address.ts';

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
