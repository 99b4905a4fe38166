/** What the export of an account tells of the tables of this feature. */
import type { PersonalTable } from '../personal-table.ts';

export const activityTables: readonly PersonalTable[] = [{ table: 'activity_logs', order: 'id' }];
