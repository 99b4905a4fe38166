// The link from the top of the dashboard to the optimizer.
import type { ReactNode } from 'react';

type Props = { onFollow: () => void; 'aria-label'?: string; children: ReactNode };

/** Going there also decides what the optimizer shows when the seller arrives. */
export const ToOptimizer = ({ onFollow, children, ...named }: Props) => (
  // biome-ignore lint/a11y/useValidAnchor: it leads to another part of the page
  <a href="#optimizer" onClick={onFollow} {...named}>
    {children}
  </a>
);
