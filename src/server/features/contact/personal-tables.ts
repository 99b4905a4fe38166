/** What the export of an account tells of the tables of this feature. */
import type { PersonalTable } from '../personal-table.ts';

export const contactTables: readonly PersonalTable[] = [{ table: 'contact_messages', order: 'id' }];
