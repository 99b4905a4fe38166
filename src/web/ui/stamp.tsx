// Shows a state as a shape and a word.
import type { ReactNode } from 'react';
import './stamp.css';

/** Each state has its own shape as well as a color, because not everyone sees colors: circle, square, triangle, diamond, ring. */
export type StampKind = 'run' | 'go' | 'off' | 'mind' | 'halt' | 'none';

export const Stamp = ({ kind, children }: { kind: StampKind; children: ReactNode }) => (
  <span className={`stamp ${kind}`}>{children}</span>
);
