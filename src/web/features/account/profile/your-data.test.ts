import { describe, expect, it } from 'vitest';
import { activityTable, pricesTable } from './your-data.tsx';

describe('tables for download', () => {
  it('name the listing of each price change, newest first', () => {
    const everything = {
      listings: [{ id: 7, title: 'Linen dress', currency: 'CAD' }],
      price_changes: [
        { listing_id: 7, at: '2026-05-01T10:00:00Z', old_price: 40, new_price: 36, source: 'optimizer' },
        { listing_id: 7, at: '2026-05-02T10:00:00Z', old_price: 36, new_price: 40, source: 'undo' },
        { listing_id: 8, at: '2026-04-01T10:00:00Z', old_price: null, new_price: 9, source: 'marketplace' },
      ],
    };
    expect(pricesTable(everything).rows).toEqual([
      ['2026-05-02T10:00:00Z', 'Linen dress', 36, 40, 'CAD', 'undone'],
      ['2026-05-01T10:00:00Z', 'Linen dress', 40, 36, 'CAD', 'by the optimizer'],
      ['2026-04-01T10:00:00Z', null, null, 9, null, 'changed outside Hangtag'],
    ]);
  });

  it('have one cell per heading in each row, even if values are missing', () => {
    expect(pricesTable({}).rows).toEqual([]);
    const { head, rows } = activityTable([
      { id: '1', action: 'SHARE_UNKNOWN', details: null, timestamp: '2026-05-01T10:00:00Z' },
    ]);
    expect(rows.map((row) => row.length)).toEqual([head.length]);
    expect(rows[0]).toContain('Share unknown');
  });
});
