import { createServer, type Server } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test, vi } from 'vitest';
import { silentLog } from '#tests/database.ts';
import { openMailSink } from '#tests/mail-sink.ts';
import { checkMail, noMailer, smtpMailer } from './mailer.ts';

const servers: { close(done: () => void): void }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise<void>((resolve) => server.close(resolve));
});

async function sink(options: SMTPServerOptions = {}) {
  const opened = await openMailSink(options);
  servers.push({ close: (done) => void opened.close().then(done) });
  return opened;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const from = 'Hangtag <mail@hangtag.example>';

test.each([
  'ann@example.com, eve@example.com',
  'ann@example.com;eve@example.com',
  'Ann <ann@example.com>',
  'ann@example.com\r\nBcc: eve@example.com',
  'ann@example.com\nRCPT TO:<eve@example.com>',
  'ann',
  '',
  `${'a'.repeat(250)}@example.com`,
])('sends nothing to %j', async (address) => {
  const { send } = smtpMailer({ url: 'smtp://127.0.0.1:1', from });
  const mail = { to: 'ann@example.com', subject: 'x', text: 'x' };
  for (const wrong of [{ to: address }, { replyTo: address }])
    await expect(send({ ...mail, ...wrong })).rejects.toThrow('one plain address');
});

test('delivers text, subject, and reply address unchanged', async () => {
  const { received, address } = await sink();
  const mailer = smtpMailer({ url: `smtp://${address}`, from });
  const text = 'Grüße 🏷\n.\n.a line that begins with a dot\nhttps://hangtag.example/auth#reset=abc';
  await mailer.send({ to: 'ann@example.com', subject: 'Your new password', text, replyTo: 'bob@example.com' });
  const [mail] = received;
  expect(mail).toMatchObject({ from: 'mail@hangtag.example', to: ['ann@example.com'] });
  const [head = '', ...body] = (mail?.raw ?? '').split('\r\n\r\n');
  expect(head).toContain('From: Hangtag <mail@hangtag.example>');
  expect(head).toContain('To: ann@example.com');
  expect(head).toContain('Reply-To: bob@example.com');
  expect(head).toContain('Subject: Your new password');
  const coding = /Content-Transfer-Encoding: (\S+)/.exec(head)?.[1];
  const encoded = body.join('\r\n\r\n');
  const decoded =
    coding === 'base64'
      ? Buffer.from(encoded, 'base64').toString()
      : Buffer.from(
          encoded
            .replace(/=\r\n/g, '')
            .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString();
  expect(decoded.replaceAll('\r\n', '\n').trim()).toBe(text);
});

test('a mail is plain text, even if it contains markup', async () => {
  const { received, address } = await sink();
  const text = 'Message from <img src=x onerror="alert(1)"><script>alert(1)</script>';
  await smtpMailer({ url: `smtp://${address}`, from }).send({ to: 'ann@example.com', subject: '<b>Hello</b>', text });
  const types = received.map(({ raw }) => raw.match(/^Content-Type: .*$/gim));
  expect(types).toEqual([['Content-Type: text/plain; charset=utf-8']]);
});

test('a subject cannot add a header or a line', async () => {
  const { received, address } = await sink();
  const mailer = smtpMailer({ url: `smtp://${address}`, from });
  await mailer.send({ to: 'ann@example.com', subject: 'Hi\r\nBcc: eve@example.com\r\n\r\nbody', text: 'x' });
  expect(received[0]?.to).toEqual(['ann@example.com']);
  expect(received[0]?.raw).toContain('Subject: Hi Bcc: eve@example.com body\r\n');
  expect(received[0]?.raw).not.toMatch(/^Bcc:/m);
});

test('signs in with the user and password of its address', async () => {
  const { received, address } = await sink();
  await smtpMailer({ url: `smtp://me%40x:right@${address}`, from }).send({
    to: 'ann@example.com',
    subject: 'x',
    text: 'x',
  });
  expect(received[0]?.user).toBe('me@x');
  const refused = smtpMailer({ url: `smtp://me:wrong-word@${address}`, from }).send({
    to: 'ann@example.com',
    subject: 'x',
    text: 'x',
  });
  const error = await refused.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'EAUTH' });
  expect(String(error)).not.toContain('wrong-word');
  expect(received).toHaveLength(1);
});

test('the operator learns whether the server answers and takes the password, and nothing is sent', async () => {
  const { received, address } = await sink();
  const look = (url: string) => checkMail({ url }, 2_000);
  expect(await look(`smtp://ann:right@${address}`)).toMatchObject({ ok: true });
  const refused = await look(`smtp://ann:wrong@${address}`);
  expect(refused).toMatchObject({
    ok: false,
    what: `The mail server ${address} rejects the user name or the password`,
  });
  const away = await look('smtp://ann:right@127.0.0.1:1');
  expect(away).toMatchObject({ ok: false, what: 'The mail server 127.0.0.1:1 does not answer' });
  expect(received).toEqual([]);
});

test('throws when the server refuses the mail', async () => {
  const { address } = await sink({ onRcptTo: (_, __, done) => done(new Error('no such mailbox')) });
  const mailer = smtpMailer({ url: `smtp://${address}`, from });
  await expect(mailer.send({ to: 'ann@example.com', subject: 'x', text: 'x' })).rejects.toThrow('no such mailbox');
});

test('gives up on a server that accepts the connection and says nothing', async () => {
  const silent = createServer(() => {});
  servers.push({
    close: (done) => {
      silent.close(() => done());
    },
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const mailer = smtpMailer({ url: `smtp://127.0.0.1:${portOf(silent)}`, from, answerLimitMs: 200 });
  await expect(mailer.send({ to: 'ann@example.com', subject: 'x', text: 'x' })).rejects.toThrow();
});

test.each([
  ['mail.example.com', from, 'SMTP_URL is not the address of a mail server.'],
  ['http://mail.example.com', from, 'SMTP_URL is not the address of a mail server.'],
  ['smtp://mail.example.com', 'Hangtag', 'MAIL_FROM is not an email address.'],
  ['smtp://mail.example.com', 'a@example.com, b@example.com', 'MAIL_FROM is not an email address.'],
])('refuses to start with the server %s and the sender %s', (url, sender, sentence) => {
  expect(() => smtpMailer({ url, from: sender })).toThrow(sentence);
});

test('without a mail server the log says so, but not whose mail it was', async () => {
  const info = vi.fn();
  await noMailer({ log: { ...silentLog, info } }).send({ to: 'ann@example.com', subject: 'Secret', text: 'token' });
  expect(info.mock.calls).toEqual([[{}, 'Mail not sent, SMTP_URL is not set']]);
});
