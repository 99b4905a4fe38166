// Texts about what listings cost their seller, and where the seller keeps them.

export const costMessages = {
  fields: { costCents: 'What you paid', sku: 'SKU', shelf: 'Shelf' },
  /** Of the cells of a list. */
  of: {
    costCents: (title: string) => `Cost of ${title}`,
    sku: (title: string) => `SKU of ${title}`,
    shelf: (title: string) => `Shelf of ${title}`,
  },
  words: { costCents: 'Cost', sku: 'SKU', shelf: 'Shelf' },
  add: { costCents: 'Add cost', sku: 'SKU', shelf: 'Shelf' },
  none: { costCents: 'Not known', sku: 'None', shelf: 'None' },
  save: { costCents: 'Save what you paid', sku: 'Save SKU', shelf: 'Save shelf' },
  saved: 'Saved.',
  failed: 'Couldn’t save this. Try again.',
} as const;
