// The mailer for servers without a configured mail server.

import type { Mailer } from '#domain/ports/mailer.ts';
import type { Log } from '../log/log.ts';
import { oneAddress } from './address.ts';

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
