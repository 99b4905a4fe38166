import { expect, it } from 'vitest';
import { ofAnOrder } from './handed-on.ts';
import { Sale } from './protocol.ts';

it('a browser hands on every field of an order that Hangtag reads, and no other', () => {
  expect(ofAnOrder.toSorted()).toEqual(Object.keys(Sale.shape).toSorted());
});
