// Judges the demand for a kind of item from the closet's own listings.

import type { Listing } from '#contract/listings/listings.ts';
import type { PhotoAnalysis } from '#contract/pricing/photo.ts';
import type { Attention } from '#domain/pricing/advice/demand/demand.ts';
import { judgeKindDemand } from '#domain/pricing/advice/demand/demand.ts';
import { fold } from '#domain/pricing/facts/fold-text.ts';
import { garmentOf } from '#domain/pricing/facts/garments/garment-of.ts';
import { kindsMeant, readGarment } from '#domain/pricing/facts/garments/garments.ts';
import type { PricingContext } from '../context/pricing-context.ts';

const dayMs = 86_400_000;

/**
 * The demand for a kind of item in the seller's own closet: likes of its active listings at equal exposure, compared with all
 * others. `kind` is in words; an unrecognized kind gives `unknown`. `isSeen`: it is what a photo shows.
 */
export async function judgeDemand(
  { listings, clock }: PricingContext,
  userId: string,
  kind: string,
  isSeen: boolean,
): Promise<PhotoAnalysis['marketDemand']> {
  const garment = readGarment(fold(kind));
  if (garment === undefined) return 'unknown';
  const kinds = kindsMeant(garment, isSeen);
  const isOfKind = (listing: Listing): boolean => {
    const own = garmentOf(listing);
    return own !== undefined && kinds.includes(own);
  };
  const now = clock.now();
  const active = (await listings.list(userId)).filter(({ isActive }) => isActive);
  const attentionOf = ({ likeCount, shareCount, listedAt }: Listing): Attention => ({
    likes: likeCount,
    shares: shareCount,
    ageDays: listedAt === null ? null : (now - Date.parse(listedAt)) / dayMs,
  });
  return judgeKindDemand(active.filter(isOfKind).map(attentionOf), active.map(attentionOf));
}
