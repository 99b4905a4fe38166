// The call that counts clicks on the public pages.
import type { RouteTable } from '../route.ts';
import { Message } from '../schemas/fields.ts';
import { Click } from '../schemas/visits.ts';

export const visitsRoutes = {
  clicked: {
    method: 'POST',
    path: '/api/visits/clicks',
    summary: 'Count one click on a public page, if the administrator turned that on',
    access: 'public',
    body: Click,
    reply: Message,
  },
} as const satisfies RouteTable[string];
