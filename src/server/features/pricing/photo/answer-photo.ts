// Answers the request to price a photo.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import { Failure } from '#domain/failure.ts';
import type { AnalyzePhoto } from './analyze-photo.ts';

/** Answers the photo row of the route table, whose pictures arrive as bytes. */
export function answerPhoto({
  analyze,
}: {
  analyze: AnalyzePhoto;
}): Handlers<typeof routes.pricing, { id: string }>['analyzeImage'] {
  return async ({ user, body, pictures }) => {
    const { image, tagImage } = pictures;
    // The parser extracts only base64 data URLs. Any other kind is refused.
    if (image === undefined || !isOfPicture(body.image)) throw unreadable('image');
    if (body.tagImage !== undefined && (tagImage === undefined || !isOfPicture(body.tagImage)))
      throw unreadable('tagImage');
    return analyze(user.id, {
      image,
      tag: tagImage,
      brandHint: body.brandHint,
      conditionHint: body.conditionHint === '' ? undefined : body.conditionHint,
      useModel: body.useModel ?? false,
    });
  };
}

const isOfPicture = (dataUrl: string): boolean => dataUrl.startsWith('data:image/');
const message = 'Failed to process the image. Please try a different file.';
const unreadable = (field: string): Failure => new Failure('invalid_image', message, { fields: { [field]: message } });
