// The two pricing cards of the dashboard. They load when they are scrolled near, because they are below the fold.
import { OptimizerCard } from './optimizer/optimizer-card.tsx';
import { PhotoCard } from './photo/photo-card.tsx';

const PricingCards = ({ sellerId, activeListings }: { sellerId: string; activeListings: number | undefined }) => (
  <>
    <div id="photo">
      <PhotoCard />
    </div>
    <div id="optimizer">
      <OptimizerCard sellerId={sellerId} activeListings={activeListings} />
    </div>
  </>
);

export default PricingCards;
