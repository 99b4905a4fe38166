/** Every table with rows of a seller, as its owner lists it. */
import { accountTables } from '../features/account/profile/personal-tables.ts';
import { activityTables } from '../features/activity/personal-tables.ts';
import { botTables } from '../features/bot/personal-tables.ts';
import { closetTables } from '../features/closet/personal-tables.ts';
import { companionTables } from '../features/companion/personal-tables.ts';
import { contactTables } from '../features/contact/personal-tables.ts';
import { listingsTables } from '../features/listings/personal-tables.ts';
import { noticesTables } from '../features/notices/personal-tables.ts';
import type { PersonalTable } from '../features/personal-table.ts';
import { pricingTables } from '../features/pricing/personal-tables.ts';

/** The vault's table is listed here, because an adapter doesn't know the type. */
const vaultTables: readonly PersonalTable[] = [
  { table: 'data_keys', secrets: ['wrapped', 'key_id'], order: 'user_id' },
];

export const personalTables: readonly PersonalTable[] = [
  ...accountTables,
  ...vaultTables,
  ...closetTables,
  ...companionTables,
  ...listingsTables,
  ...pricingTables,
  ...botTables,
  ...activityTables,
  ...noticesTables,
  ...contactTables,
];
