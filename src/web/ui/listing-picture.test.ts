import { describe, expect, it } from 'vitest';
import { garmentOf } from './listing-picture.tsx';

describe('the drawing for a listing without a photo', () => {
  const rows: [string | null, string, string][] = [
    ['Jackets & Coats', 'Madewell canvas chore', 'jacket'],
    ['Jeans', 'Levi’s 501 denim jacket', 'jeans'],
    [null, 'Levi’s denim jacket, M', 'jacket'],
    [null, 'Everlane boxy wool blazer', 'blazer'],
    ['Other', 'Frye Campus ankle boot, 8', 'boot'],
    [null, 'Coach Willis bag, British tan', 'bag'],
    [null, 'Reformation slip dress, 4', 'dress'],
    [null, 'Something wonderful', 'tee'],
    ['Dresses', 'Shirt', 'dress'],
  ];
  for (const [category, title, drawn] of rows) {
    it(`of “${title}” in ${category ?? 'no category'} is the ${drawn}`, () => {
      expect(garmentOf({ category, title })).toBe(drawn);
    });
  }
});
