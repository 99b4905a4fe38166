// What the calls of sales work with, made once by the program.

import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Listings } from '../../listings/listings.ts';

export type SalesContext = {
  database: Database;
  clock: Clock;
  listings: Pick<Listings, 'lockPriced' | 'setCosts' | 'takeBackCosts'>;
  /** Sales have changed that prices are learned from. */
  onChanged: (userId: string) => Promise<void>;
};
