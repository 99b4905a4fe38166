import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { buildPriceWrite } from '#marketplace/connector/price-write.ts';
import { changesOnlyPrice } from './only-price.ts';

const id = '68a0c1d2e3f405162738495a';
/** A full listing as the marketplace sends it, shortened. */
const listing = {
  id,
  title: 'Levi’s 501',
  description: 'Worn twice.',
  brand: 'Levi’s',
  condition: 'uln',
  price_amount: { val: '39.0', currency_code: 'USD', currency_symbol: '$' },
  original_price_amount: { val: '98.0', currency_code: 'USD', currency_symbol: '$' },
  colors: [{ name: 'Blue', rgb: '#2f5fa7', message_id: 'blue' }],
  catalog: { department: 'd', category: 'c', category_features: ['f'] },
  inventory: {
    size_quantity_revision: 3,
    status: 'available',
    size_quantities: [{ size_id: '28', quantity_available: 1 }],
  },
  cover_shot: { id: 'p1', url: 'https://x' },
  pictures: [{ id: 'p1' }, { id: 'p2' }],
  style_tags: [],
  videos: [],
  seller_shipping_discount: { id: null },
  like_count: 12,
};
const text = JSON.stringify(listing);
const written = (dollars: number) => ({ post: buildPriceWrite(listing, dollars, { partialUpdateAllowed: false }) });
const holds = (body: unknown, given = text): boolean => changesOnlyPrice(JSON.stringify(body), given, id);

describe('an update', () => {
  it('passes if it is the listing with another price', () => {
    expect(holds(written(25))).toBe(true);
    expect(holds(written(25), JSON.stringify({ data: listing, meta: {} }))).toBe(true);
    expect(holds(written(120))).toBe(true);
  });

  test.each<[string, unknown]>([
    ['the same price', written(39)],
    ['no price', { post: { ...written(25).post, price_amount: undefined } }],
    [
      'the price alone, because a save may clear the rest',
      { post: { price_amount: { val: 25, currency_code: 'USD' } } },
    ],
    ['another title', { post: { ...written(25).post, title: 'Gone' } }],
    ['another currency', { post: { ...written(25).post, price_amount: { val: 25, currency_code: 'CAD' } } }],
    ['one picture less', { post: { ...written(25).post, pictures: [] } }],
    ['it marked as sold', { post: { ...written(25).post, inventory: { ...listing.inventory, status: 'sold_out' } } }],
    ['a key more', { post: { ...written(25).post, is_removed: true } }],
    ['no listing', null],
  ])('is refused with %s', (_, body) => {
    expect(holds(body)).toBe(false);
  });

  test.each([
    ['another listing', JSON.stringify({ ...listing, id: 'other' })],
    ['a page', '<html></html>'],
    ['nothing', ''],
    ['a listing of another price meanwhile', JSON.stringify({ ...listing, price_amount: { val: 25 } })],
    ['a listing that was changed meanwhile', JSON.stringify({ ...listing, title: 'New title' })],
  ])('is refused if the marketplace shows %s', (_, given) => {
    expect(holds(written(25), given)).toBe(false);
  });

  it('is refused whatever else of it is changed', () => {
    const paths = Object.keys(written(25).post).filter((key) => key !== 'price_amount');
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), (key, value) => {
        const original = written(25).post;
        if (JSON.stringify(original[key]) === JSON.stringify(value)) return;
        expect(holds({ post: { ...original, [key]: value } })).toBe(false);
      }),
    );
  });
});
