// The seller's calls about paired browsers.
import type { RouteTable } from '../../route.ts';
import { CompanionCode, PairedBrowsers } from '../../schemas/companion/paired-browsers.ts';
import { Message } from '../../schemas/fields.ts';

export const pairedBrowserRoutes = {
  code: {
    method: 'POST',
    path: '/api/user/companions/code',
    summary: 'A code that pairs one browser within 10 minutes. It replaces an earlier one',
    access: 'user',
    confirmed: true,
    reply: CompanionCode,
  },
  list: {
    method: 'GET',
    path: '/api/user/companions',
    summary: 'The paired browsers',
    access: 'user',
    reply: PairedBrowsers,
  },
  remove: {
    method: 'DELETE',
    path: '/api/user/companions/{id}',
    summary: 'Remove a paired browser. Its token ends at once',
    access: 'user',
    client: true,
    reply: Message,
  },
} as const satisfies RouteTable[string];
