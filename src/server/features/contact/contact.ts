// The face of the contact feature: messages to the operator.

import type { z } from 'zod';
import type { ContactMessage } from '#contract/contact/contact.ts';
import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { insertMessage, listMessages, removeMessages, removeOldestOfVisitors } from './store.ts';

/** For the operator's commands. */
export { listMessages };

/** At most 25 MB of plain English. 500 an hour would fill 20 GB in the 400 days until they are forgotten. */
const mostOfVisitors = 5_000;

export function createContact(needs: {
  database: Database;
  clock: Clock;
  queue: Pick<Queue, 'put'>;
  /** If null, messages are only stored. */
  operatorEmail: string | null;
}) {
  const { database, clock, queue, operatorEmail } = needs;
  return {
    /** Called when the account is deleted. */
    onErase: removeMessages,
    /**
     * Stores the message, and mails it to the operator if mail is configured. `userId` is null for a visitor, who has no storage of
     * their own that could get full: only the newest messages of visitors are kept.
     */
    async send(
      { name, email, subject, message }: z.output<typeof ContactMessage>,
      userId: string | null,
    ): Promise<void> {
      await database.transaction(async (tx) => {
        await insertMessage(tx, { userId, name, email, subject, message, at: clock.now() });
        if (userId === null) await removeOldestOfVisitors(tx, mostOfVisitors);
        if (operatorEmail === null) return;
        // Prevents header injection: the recipient is fixed, and every header is one line.
        await queue.put(
          'mail.send',
          {
            to: operatorEmail,
            subject: `Contact form: ${oneLine(subject)}`,
            text: `${oneLine(name)} <${email}> wrote:\n\n${message}\n`,
            replyTo: email,
          },
          { tx },
        );
      });
    },
  };
}

export type Contact = ReturnType<typeof createContact>;

const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

export function contactHttp(contact: Contact): Handlers<typeof routes.contact, { id: string }> {
  return {
    async send({ body, user }) {
      await contact.send(body, user?.id ?? null);
      return { message: "Thank you for contacting us! We'll get back to you soon." };
    },
  };
}
