// The tables of this feature that an account's export contains.

import type { PersonalTable } from '../personal-table.ts';

export const noticesTables: readonly PersonalTable[] = [
  {
    table: 'push_subscriptions',
    secrets: [
      'id',
      'user_id',
      'session_id',
      'endpoint_hash',
      'target',
      'events',
      'last_success_at',
      'last_failure_at',
      'summary_due_at',
    ],
    order: 'id',
  },
];
