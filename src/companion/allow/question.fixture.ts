// A question that the companion asks the seller.

import type { Question } from './bounds.ts';

export const question: Question = {
  call: 'update',
  listing: '68a0c1d2e3f405162738495a',
  title: 'Boots',
  price: 2400,
  to: 3,
  currency: 'USD',
  because: 'far_below',
  askedAt: 0,
};
