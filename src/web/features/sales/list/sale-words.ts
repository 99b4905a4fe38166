// What a seller reads of a sale's state and of where it comes from.
import type { Sale } from '#contract/sales/sales.ts';
import { poshmark } from '#domain/sales/sale.ts';

export const stateNames: Record<Sale['state'], string> = {
  sold: 'Sold',
  shipped: 'Shipped',
  delivered: 'Delivered',
  complete: 'Completed',
  cancelled: 'Canceled',
  returned: 'Returned',
  other: 'Other',
};

export const sourceNames: Record<Sale['source'], string> = {
  report: 'From a sales report',
  marketplace: 'Read from Poshmark',
  manual: 'Added by you',
};

export const placeOf = ({ channel }: Pick<Sale, 'channel'>): string => (channel === poshmark ? 'Poshmark' : channel);
