// Sends mail over SMTP, or writes it into the log where no server is set.

import type { Transporter } from 'nodemailer';
import type { Mailer } from '#domain/ports/mailer.ts';
import { isLoopback } from '#domain/text/loopback.ts';
import type { Log } from '../log/log.ts';
import { codeOf, StartProblem } from '../start-problem.ts';

/**
 * Sends mail as `from` through the server at `url` (`smtp://` or `smtps://`, with user and password in it). If `send` throws, the
 * server did not accept the mail. Throws a `StartProblem` if `url` or `from` is invalid.
 */
export function smtpMailer(given: { url: string; from: string; answerLimitMs?: number }): Mailer {
  const { url, from, answerLimitMs = 10_000 } = given;
  const server = readServer(url);
  const sender = readSender(from);
  let opened: Promise<Transporter> | undefined;
  return {
    kind: 'smtp',
    async send({ to, subject, text, replyTo }) {
      opened ??= openTransport(server, answerLimitMs);
      const transport = await opened;
      await transport.sendMail({
        from: sender,
        // Objects, so that the library never parses them as lists.
        to: { name: '', address: oneAddress(to) },
        ...(replyTo !== undefined && { replyTo: { name: '', address: oneAddress(replyTo) } }),
        subject: oneLine(subject),
        text,
      });
    },
    async close() {
      (await opened)?.close();
    },
  };
}

/** For the operator: connects and signs in as for a mail, and sends none. */
export async function checkMail(
  { url }: { url: string },
  answerLimitMs: number,
): Promise<{ ok: boolean; what: string; remedy?: string }> {
  const { host } = new URL(url);
  const transport = await openTransport(readServer(url), answerLimitMs);
  try {
    await transport.verify();
    return { ok: true, what: `The mail server ${host} answers and accepts the sign-in` };
  } catch (error) {
    const isRefused = codeOf(error) === 'EAUTH';
    return {
      ok: false,
      what: `The mail server ${host} ${isRefused ? 'rejects the user name or the password' : 'does not answer'}`,
      remedy: isRefused ? 'Check SMTP_URL.' : 'Check SMTP_URL, and whether your firewall lets Hangtag out.',
    };
  } finally {
    transport.close();
  }
}

/** The library is loaded with the first mail, which saves 3 MB on servers that send none. */
async function openTransport(server: ReturnType<typeof readServer>, answerLimitMs: number): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    ...server,
    connectionTimeout: answerLimitMs,
    greetingTimeout: answerLimitMs,
    socketTimeout: answerLimitMs,
    dnsTimeout: answerLimitMs,
    // Plain text only, so that no content can make the library read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function readServer(url: string) {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !['smtp:', 'smtps:'].includes(parsed.protocol) || parsed.hostname === '') {
    throw new StartProblem(
      'SMTP_URL is not the address of a mail server.',
      'Write it as smtps://USER:PASSWORD@HOST:PORT.',
    );
  }
  const secure = parsed.protocol === 'smtps:';
  const user = decodeURIComponent(parsed.username);
  return {
    host: parsed.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(parsed.port || (secure ? 465 : 587)),
    secure,
    // Never send a password over an unencrypted connection, except on this machine.
    requireTLS: !secure && user !== '' && !isLoopback(parsed.hostname),
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(parsed.password) } }),
  };
}

/** `Hangtag <mail@example.com>` or a plain address. */
function readSender(from: string): { name: string; address: string } {
  const [, name = '', bracketed] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? [];
  try {
    return { name: oneLine(name), address: oneAddress(bracketed ?? from.trim()) };
  } catch {
    throw new StartProblem('MAIL_FROM is not an email address.', 'Write it as Hangtag <mail@example.com>.');
  }
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}

/**
 * Returns one plain address or throws. Commas, angle brackets, and line breaks are refused, because a mail library would read
 * them as lists, names, or headers and send the mail to someone else.
 */
function oneAddress(text: string): string {
  if (!/^[^\s,;:<>()[\]"\\@]+@[^\s,;:<>()[\]"\\@]+$/.test(text) || text.length > 254) {
    throw new Error('A mail can only go to one plain address.');
  }
  return text;
}

/** Drops every mail and logs that, without the recipient. */
export function noMailer({ log }: { log: Log }): Mailer {
  return {
    kind: 'none',
    async send({ to, replyTo }) {
      oneAddress(to);
      if (replyTo !== undefined) oneAddress(replyTo);
      log.info({}, 'Mail not sent, SMTP_URL is not set');
    },
    async close() {},
  };
}
