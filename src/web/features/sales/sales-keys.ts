// The query keys of sales. What makes sales out of date needs these, and not the calls.

export const salesKeys = {
  /** All that sales add up to, and their list. */
  all: ['sales'] as const,
  numbers: ['sales', 'numbers'] as const,
  list: ['sales', 'list'] as const,
  lots: ['sales', 'lots'] as const,
  taxYear: (year: number) => ['sales', 'tax-year', year] as const,
  backtest: ['sales', 'backtest'] as const,
};
