// The call that sends a message to the administrator.
import type { RouteTable } from '../route.ts';
import { ContactMessage } from '../schemas/contact.ts';
import { Message } from '../schemas/fields.ts';

export const contactRoutes = {
  send: {
    method: 'POST',
    path: '/api/contact',
    summary: 'Send a message to the administrator',
    access: 'either',
    client: true,
    body: ContactMessage,
    reply: Message,
  },
} as const satisfies RouteTable[string];
