// Texts about what listings cost their seller, and where the seller keeps them, in the cells of a list.

export const costMessages = {
  of: {
    costCents: (title: string) => `Cost of ${title}`,
    sku: (title: string) => `SKU of ${title}`,
    shelf: (title: string) => `Shelf of ${title}`,
  },
  words: { costCents: 'Cost', sku: 'SKU', shelf: 'Shelf' },
  add: { costCents: 'Add cost', sku: 'SKU', shelf: 'Shelf' },
} as const;
