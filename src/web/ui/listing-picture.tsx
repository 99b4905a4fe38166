// The picture of a listing, with a drawing as fallback.
import { useState } from 'react';
import { usePictureAddress } from '#web/lib/pictures.ts';
import { GarmentFlat, garmentOf } from './garments.tsx';
import './listing-picture.css';

type Props = { listing: { id: string; title: string; category: string | null; imageUrl: string | null } };

/** The listing's photo. If it has none, or the photo does not load, a drawing of the garment. */
export const ListingPicture = ({ listing }: Props) => {
  const [failed, setFailed] = useState<string | null>(null);
  const address = usePictureAddress(listing);
  if (address === null || address === failed) return <GarmentFlat garment={garmentOf(listing)} />;
  return (
    <img
      className="listing-shot"
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      // The marketplace doesn't need to know where its pictures are shown.
      referrerPolicy="no-referrer"
      onError={() => setFailed(address)}
    />
  );
};
