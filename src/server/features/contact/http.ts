// Answers the contact form's row of the route table.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Contact } from './contact.ts';

export function contactHttp(contact: Contact): Handlers<typeof routes.contact, { id: string }> {
  return {
    async send({ body, user }) {
      await contact.send(body, user?.id ?? null);
      return { message: "Thank you for contacting us! We'll get back to you soon." };
    },
  };
}
