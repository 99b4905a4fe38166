// Passes values to a style sheet as custom properties.
import type { CSSProperties } from 'react';

/** `{ x: 12 }` becomes `--x: 12`. */
export const properties = (values: Record<string, number | string>): CSSProperties =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]));
