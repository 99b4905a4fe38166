import { expect, it } from 'vitest';
import { Sale } from './protocol.ts';
import { ofAnOrder } from './without-buyers.ts';

it('a browser hands on every field of an order that Hangtag reads, and no other', () => {
  expect(ofAnOrder.toSorted()).toEqual(Object.keys(Sale.shape).toSorted());
});
