// The checks that the security command makes itself, by what they say.

import { connectionChecks } from './connection-check.ts';
import { floodChecks } from './flood-checks.ts';
import { replyChecks } from './reply-checks.ts';
import type { Checks } from './running-server.ts';
import { sessionChecks } from './session-checks.ts';
import { sourceChecks } from './source-checks.ts';
import { timeChecks } from './time-checks.ts';

/** In this order: the first ones look at an installation that nobody has used. */
export const checks: Checks = {
  ...sessionChecks,
  ...timeChecks,
  ...floodChecks,
  ...replyChecks,
  ...connectionChecks,
  ...sourceChecks,
};
