import os from 'node:os';
import sharp from 'sharp';
import { shippedGarmentClassifier } from './garment-classifier/shipped.ts';
import { createLook, PhotoRefused } from './look.ts';
import type { Asked, Said } from './messages.ts';
import { openLetterReader } from './read-letters.ts';

/*
 * The program that looks at photos: one process beside the server, one photo at a time. A picture that crashes the decoder
 * ends this process and nothing else. It holds no secret, opens no connection and writes no file.
 */

// Bots and requests come first: with no more processors than two a photo would make shares late.
try {
  os.setPriority(5);
} catch {
  // Where the system does not let us it goes on as it is.
}
sharp.concurrency(1);
sharp.cache(false);
// Of all that libvips can open only three kinds are asked for.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

const look = createLook({ classify: shippedGarmentClassifier(), letters: openLetterReader() });
const say = (said: Said): void => {
  process.send?.(said);
};

process.on('message', ({ id, ...photo }: Asked) => {
  look(photo).then(
    (sighting) => say({ kind: 'seen', id, sighting, rss: process.memoryUsage.rss() }),
    (error: unknown) => {
      const rss = process.memoryUsage.rss();
      say(
        error instanceof PhotoRefused
          ? { kind: 'refused', id, which: error.which, fault: error.fault, rss }
          : { kind: 'failed', id, rss },
      );
    },
  );
});
// Also by kill -9 of the server: the channel closes, and nobody is left to see for.
process.on('disconnect', () => process.exit(0));
say({ kind: 'ready' });
