// The photo process: one process beside the server, one photo at a time. A picture that crashes the decoder ends only this
// process. Once it has loaded, it can't open anything anymore: no file, no connection, and no other program.

import os from 'node:os';
import sharp from 'sharp';
import type { PhotoToSee } from '#domain/ports/pricing/vision.ts';
import { ImageRefused } from './decode.ts';
import { shippedGarmentClassifier } from './garment-classifier/classifier.ts';
import { createLook } from './look.ts';
import { ownBytes, type PhotoMessage, type PhotoRequest, receivePicture, seal } from './messages.ts';
import { openLetterReader } from './read-letters.ts';

// Bots and requests come first: on one or two cores, a photo at normal priority would delay shares.
try {
  os.setPriority(5);
} catch {
  // If the system forbids this, the program runs at normal priority.
}
sharp.concurrency(1);
sharp.cache(false);
// libvips can open many formats. Only the three that we accept are unblocked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

const letters = openLetterReader();
// Starts in its own thread while the weights are read. Later, it could open nothing anymore.
const reading = letters.warm();
const look = createLook({ classify: shippedGarmentClassifier(), letters });
const send = (message: PhotoMessage): void => {
  process.send?.(message);
};

// Opened now, because later it could open nothing anymore.
const { stdin } = process;
const photoOf = async ({ image, tag, forModel }: PhotoRequest): Promise<PhotoToSee> => ({
  image: await receivePicture(stdin, image),
  ...(tag !== undefined && { tag: await receivePicture(stdin, tag) }),
  forModel,
});

await reading;
await seal();
process.on('message', (request: PhotoRequest) => {
  const { id } = request;
  photoOf(request)
    .then(look)
    .then(
      (sighting) => send({ kind: 'seen', id, sighting, rss: ownBytes() }),
      (error: unknown) => {
        const rss = ownBytes();
        send(
          error instanceof ImageRefused
            ? { kind: 'refused', id, which: error.which, fault: error.fault, rss }
            : { kind: 'failed', id, rss },
        );
      },
    );
});
// The channel also closes if the server is killed with kill -9. Nobody waits for results then.
process.on('disconnect', () => process.exit(0));
