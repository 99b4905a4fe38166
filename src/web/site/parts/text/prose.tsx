// Footnotes and figures of an article.
import type { ReactNode } from 'react';

/** A number that links to the source of a sentence. */
export const Ref = ({ n }: { n: number }) => (
  <sup>
    <a href={`#source-${n}`} aria-label={`Source ${n}`}>
      {n}
    </a>
  </sup>
);

/** A drawing with its caption. */
export const Figure = ({ caption, children }: { caption: string; children: ReactNode }) => (
  <figure className="prose-figure">
    {children}
    <figcaption>{caption}</figcaption>
  </figure>
);
