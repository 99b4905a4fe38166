// Lots: listings that the seller bought together. Each gets its part of the lot's cost.
import { z } from 'zod';
import { mostCostCents } from '#domain/listings/inventory-fields.ts';
import { type Cost, reads, writes } from '../cost.ts';
import { Message, name, whole } from '../fields.ts';
import type { RouteTable } from '../route.ts';

const costMessage = 'Enter what you paid for all of it, from $0 to $100,000';
const dateMessage = 'Enter a date, or leave this empty';
const chooseMessage = 'Choose 1 to 500 listings';
export const NewLot = z.strictObject({
  name: name(80, 'Name the lot').min(1, 'Name the lot'),
  boughtOn: z.iso
    .date(dateMessage)
    .refine((date) => date >= '1970', dateMessage)
    .nullable()
    .default(null),
  costCents: whole({ least: 0, most: mostCostCents }, costMessage),
  listingIds: z
    .array(z.string().min(1).max(40), { error: chooseMessage })
    .min(1, chooseMessage)
    .max(500, chooseMessage),
  split: z.enum(['even', 'price'], { error: 'Split the cost evenly or by price' }),
});
export type NewLot = z.output<typeof NewLot>;

export const Lot = z.object({
  id: z.string(),
  name: z.string(),
  /** `YYYY-MM-DD` */
  boughtOn: z.string().nullable(),
  costCents: z.number().int(),
  split: z.enum(['even', 'price']),
  /** They add up to the cost. A listing may have another cost by now. */
  parts: z.array(z.object({ listingId: z.string(), costCents: z.number().int() })),
});
export type Lot = z.output<typeof Lot>;

/** `listings`: how many of them have no cost now. Others got another cost in the meantime, which stays. */
const DeletedLot = Message.extend({ listings: z.number().int() });

const newLots: Cost = { ...writes, stores: 'little' };

export const lotRoutes = {
  lots: {
    method: 'GET',
    path: '/api/lots',
    summary: 'Lots, the one that was bought last first',
    access: 'user',
    cost: reads,
    reply: z.object({ lots: z.array(Lot) }),
  },
  addLot: {
    method: 'POST',
    path: '/api/lots',
    summary: 'Split what a lot cost over its listings, evenly or by price, to the cent',
    access: 'user',
    cost: newLots,
    body: NewLot,
    reply: Lot,
  },
  deleteLot: {
    method: 'DELETE',
    path: '/api/lots/{id}',
    summary: 'Delete a lot, and take back the costs that are still as it set them',
    access: 'user',
    cost: writes,
    reply: DeletedLot,
  },
} as const satisfies RouteTable[string];
