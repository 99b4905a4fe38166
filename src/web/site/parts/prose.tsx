// Footnotes and figures of an article.
import type { ReactNode } from 'react';

/** A number that leads to the source a sentence stands on. */
export const Ref = ({ n }: { n: number }) => (
  <sup>
    <a href={`#source-${n}`} aria-label={`Source ${n}`}>
      {n}
    </a>
  </sup>
);

/** A drawing of an article with what it shows beneath it. */
export const Figure = ({ caption, children }: { caption: string; children: ReactNode }) => (
  <figure className="prose-figure">
    {children}
    <figcaption>{caption}</figcaption>
  </figure>
);
