// The picture of a listing, with a drawing as fallback.

import { useState } from 'react';
import { GarmentFlat } from '#web/ui/garment-flat.tsx';
import { garmentOf } from '#web/ui/garment-of.ts';
import './listing-picture.css';

type Props = { listing: { title: string; category: string | null; imageUrl: string | null } };

/** The listing's photo. If it has none, or the photo does not load, a drawing of the garment. */
export const ListingPicture = ({ listing }: Props) => {
  const [failed, setFailed] = useState<string | null>(null);
  if (listing.imageUrl === null || listing.imageUrl === failed) return <GarmentFlat garment={garmentOf(listing)} />;
  return (
    <img
      className="listing-shot"
      src={listing.imageUrl}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(listing.imageUrl)}
    />
  );
};
