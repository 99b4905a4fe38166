// Answers the pricing rows of the route table.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import { Failure } from '#domain/failure.ts';
import type { PhotoHints } from '#domain/pricing/photo/compose-photo.ts';
import { analyzeListing, optimizePrices } from './advice/give-advice.ts';
import { readEarlierAdvice, readStandingAdvice } from './advice/standing-advice.ts';
import { analyzePhoto, priceSeen } from './analyze-photo.ts';
import { readBacktest } from './backtest.ts';
import type { PricingContext } from './comparables/pricing-context.ts';
import { readState } from './pricing.ts';

type Rows = Handlers<typeof routes.pricing, { id: string }>;
type Hints = Omit<Parameters<Rows['correctPhoto']>[0]['body'], 'seen'>;

export const pricingHttp = (pricing: PricingContext): Rows => ({
  state: async ({ user }) => ({ ...(await readState(pricing, user.id)), model: pricing.advisor?.model ?? null }),

  async expectPhoto() {
    // It starts the photo process, which takes half a second or more.
    pricing.vision.prepare();
    return { message: 'Send the photo when you’re ready.' };
  },
  async analyzeImage({ user, body, pictures }) {
    const { image, tagImage } = pictures;
    // The parser extracts only base64 data URLs. Any other kind is refused.
    if (image === undefined || !isOfPicture(body.image)) throw unreadable('image');
    if (body.tagImage !== undefined && (tagImage === undefined || !isOfPicture(body.tagImage)))
      throw unreadable('tagImage');
    const photo = { image, tag: tagImage, useModel: body.useModel ?? false };
    return analyzePhoto(pricing, user.id, hintsIn(body), photo);
  },
  correctPhoto: ({ user, body }) => priceSeen(pricing, user.id, hintsIn(body), body.seen),

  optimize: ({ user, body }) => optimizePrices(pricing, user.id, body),
  standingAdvice: ({ user }) => readStandingAdvice(pricing, user.id),
  analyzeListing: ({ user, id }) => analyzeListing(pricing, user.id, id),
  backtest: ({ user }) => readBacktest(pricing, user.id),
  recommendations: ({ user, id }) => readEarlierAdvice(pricing, user.id, id),
});

/** An empty choice is no hint. */
const hintsIn = ({ brandHint, conditionHint, kindHint, madeForHint, sizeHint }: Hints): PhotoHints => ({
  brand: brandHint,
  condition: conditionHint || undefined,
  kind: kindHint || undefined,
  madeFor: madeForHint || undefined,
  size: sizeHint,
});

const isOfPicture = (dataUrl: string): boolean => dataUrl.startsWith('data:image/');
const message = 'Failed to process the image. Please try a different file.';
const unreadable = (field: string): Failure => new Failure('invalid_image', message, { fields: { [field]: message } });
