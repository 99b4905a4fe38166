// A state as a shape and a word.
import type { ReactNode } from 'react';
import './stamp.css';

/** Each state has a shape and a word, because color alone says nothing to some: circle, square, triangle, diamond, ring. */
export type StampKind = 'run' | 'go' | 'off' | 'mind' | 'halt' | 'none';

export const Stamp = ({ kind, children }: { kind: StampKind; children: ReactNode }) => (
  <span className={`stamp ${kind}`}>{children}</span>
);
