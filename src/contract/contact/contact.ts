// The message that anyone sends to the operator.
import { z } from 'zod';
import { type Cost, perHour, scarce } from '../cost.ts';
import { Email, Message, text } from '../fields.ts';
import type { RouteTable } from '../route.ts';

export const ContactMessage = z.strictObject({
  name: text(100, 'Name must be at least 2 characters').min(2, 'Name must be at least 2 characters'),
  email: Email,
  subject: text(200, 'Subject must be at least 5 characters').min(5, 'Subject must be at least 5 characters'),
  message: text(5000, 'Message must be at least 10 characters').min(10, 'Message must be at least 10 characters'),
});

const contactMessages: Cost = {
  ...scarce,
  stores: 'little',
  budget: 'contact messages',
  account: perHour(5),
  client: perHour(5),
  installation: perHour(500),
  refusal: 'You sent several messages already.',
};

export const contactRoutes = {
  send: {
    method: 'POST',
    path: '/api/contact',
    summary: 'Send a message to the administrator',
    access: 'either',
    cost: contactMessages,
    client: true,
    body: ContactMessage,
    reply: Message,
  },
} as const satisfies RouteTable[string];
