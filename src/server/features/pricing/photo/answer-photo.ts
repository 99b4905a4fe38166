// Answers the requests to price a photo.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import { Failure } from '#domain/failure.ts';
import type { PhotoAnalyses } from './analyze-photo.ts';

type Rows = Handlers<typeof routes.pricing, { id: string }>;
type Hints = Omit<Parameters<Rows['correctPhoto']>[0]['body'], 'seen'>;

/** Answers the photo rows of the route table. The pictures arrive as bytes. */
export function answerPhoto({
  photos: { expect, analyze, correct },
}: {
  photos: PhotoAnalyses;
}): Pick<Rows, 'expectPhoto' | 'analyzeImage' | 'correctPhoto'> {
  return {
    async expectPhoto() {
      expect();
      return { message: 'Send the photo when you’re ready.' };
    },
    async analyzeImage({ user, body, pictures }) {
      const { image, tagImage } = pictures;
      // The parser extracts only base64 data URLs. Any other kind is refused.
      if (image === undefined || !isOfPicture(body.image)) throw unreadable('image');
      if (body.tagImage !== undefined && (tagImage === undefined || !isOfPicture(body.tagImage)))
        throw unreadable('tagImage');
      return analyze(user.id, { ...hintsIn(body), image, tag: tagImage, useModel: body.useModel ?? false });
    },
    correctPhoto: ({ user, body }) => correct(user.id, { ...hintsIn(body), seen: body.seen }),
  };
}

/** An empty choice is no hint. */
const hintsIn = ({ brandHint, conditionHint, kindHint, madeForHint, sizeHint }: Hints) => ({
  brandHint,
  conditionHint: conditionHint || undefined,
  kindHint: kindHint || undefined,
  madeForHint: madeForHint || undefined,
  sizeHint,
});

const isOfPicture = (dataUrl: string): boolean => dataUrl.startsWith('data:image/');
const message = 'Failed to process the image. Please try a different file.';
const unreadable = (field: string): Failure => new Failure('invalid_image', message, { fields: { [field]: message } });
