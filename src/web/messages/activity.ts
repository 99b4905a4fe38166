// Texts of the activity log and of account health.
import type { ActivityAction } from '#domain/activity.ts';

/** An entry's name: its action with spaces instead of underscores, as the specification requires. The list shows it in capitals. */
export const activityName = (action: ActivityAction): string =>
  `${action.charAt(0)}${action.slice(1).replaceAll('_', ' ').toLowerCase()}`;
