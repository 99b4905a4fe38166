// The row of pricing cards on the dashboard, loaded when it is scrolled near.

import { pricingCardMessages as messages } from '#web/messages/pricing/pricing-cards.ts';
import { later } from '#web/ui/later.tsx';
import { Panel, Skeleton } from '#web/ui/panel.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
import './pricing-row.css';

/** Placeholders with the cards' sizes and titles, so that nothing moves when the cards load. */
const Reserved = () => (
  <>
    <Panel title={messages.photo} isLarge>
      <Skeleton label={messages.loading} lines={6} />
    </Panel>
    <Panel title={messages.optimizer} isLarge>
      <Skeleton label={messages.loading} lines={6} />
    </Panel>
  </>
);

const PricingCards = later(() => import('../pricing-cards.tsx'), { waiting: Reserved });

export const PricingRow = ({ activeListings }: { activeListings: number | undefined }) => (
  <div className="pricing-row">
    <WhenNear placeholder={<Reserved />}>
      <PricingCards activeListings={activeListings} />
    </WhenNear>
  </div>
);
