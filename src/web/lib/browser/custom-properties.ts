import type { CSSProperties } from 'react';

/** Numbers and texts for a style sheet's own properties: `{ x: 12 }` becomes `--x: 12`. */
export const properties = (values: Record<string, number | string>): CSSProperties =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]));
