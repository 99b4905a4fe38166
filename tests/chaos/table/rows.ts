// All rows of the table of faults.

import { databaseFaults } from './database.ts';
import { marketplaceFaults } from './marketplace.ts';
import { operationFaults } from './operation.ts';
import { processFaults } from './processes.ts';
import type { FaultRow } from './row.ts';
import { sellerFaults } from './sellers.ts';

export const chapters: readonly { title: string; rows: readonly FaultRow[] }[] = [
  { title: 'Programs and the daily limit', rows: processFaults },
  { title: 'The database, and clocks', rows: databaseFaults },
  { title: 'The marketplace', rows: marketplaceFaults },
  { title: 'Sellers and prices', rows: sellerFaults },
  { title: 'Upgrades, load, and the operator', rows: operationFaults },
];

export const faultRows: readonly FaultRow[] = chapters.flatMap(({ rows }) => rows);
