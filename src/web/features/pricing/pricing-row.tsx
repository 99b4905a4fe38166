// The row of pricing cards on the dashboard, loaded when it is scrolled near.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { isNarrow } from '#web/lib/browser/narrow.ts';
import { paths } from '#web/lib/paths.ts';
import { later, MissingPart } from '#web/ui/later.tsx';
import { Panel, Skeleton } from '#web/ui/panel.tsx';
import './pricing-row.css';
import '#web/ui/button.css';

/** Placeholders with the cards' sizes, titles, and places, so that nothing moves when the cards load and links lead to them. */
const Reserved = () => (
  <>
    <div id="photo">
      <Panel title="Price from a photo" isLarge>
        <Skeleton label="Loading" lines={6} />
      </Panel>
    </div>
    <div id="optimizer">
      <Panel title="Smart pricing optimizer" isLarge>
        <Skeleton label="Loading" lines={6} />
      </Panel>
    </div>
  </>
);

const PricingCards = later(() => import('./pricing-cards.tsx'), {
  waiting: Reserved,
  failed: ({ failure }) => (
    <div id="photo" className="both">
      <div id="optimizer">
        <MissingPart failure={failure} />
      </div>
    </div>
  ),
  // On phones a link at the top of the screen leads here, and should not have to wait.
  isPrefetched: isNarrow(),
});

export const PricingRow = ({ sellerId, activeListings }: { sellerId: string; activeListings: number | undefined }) => (
  <div className="pricing-row">
    <WhenNear placeholder={<Reserved />}>
      <PricingCards sellerId={sellerId} activeListings={activeListings} />
    </WhenNear>
  </div>
);

/** How far below the screen counts as near. Enough to load the content before it is seen. */
const ahead = '600px 0px';

const WhenNear = ({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) => {
  const spot = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = spot.current;
    if (isNear || element === null) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: ahead },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [isNear]);
  return <div ref={spot}>{isNear ? children : placeholder}</div>;
};

export const AiAnalysisCell = () => (
  <div className="cell ai">
    <div className="ai-text">
      <h2 className="lab">AI Analysis</h2>
      <p>Compare one listing with what similar items sell for</p>
    </div>
    <Link className="btn line sm" href={paths.marketAnalysis}>
      Analyze
    </Link>
  </div>
);
