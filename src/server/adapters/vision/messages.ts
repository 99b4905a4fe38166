// The messages between the server and the photo process.

import type { PhotoToSee, Sighting } from '#domain/ports/pricing/vision.ts';
import type { ImageFault } from './decode.ts';

/** A request to the photo process. Its pictures follow on the process's standard input; these are their sizes in bytes. */
export type PhotoRequest = Pick<PhotoToSee, 'forModel'> & { id: number; image: number; tag?: number };

/** A message of the photo process. When it has loaded, it waits until the server has sealed it. */
export type PhotoMessage = { kind: 'loaded' } | PhotoReply;

/** A reply to one photo. `rss` is the process's memory in bytes after it; 0 if it can't tell. */
export type PhotoReply =
  | { kind: 'seen'; id: number; sighting: Sighting; rss: number }
  | { kind: 'refused'; id: number; which: 'image' | 'tagImage'; fault: ImageFault; rss: number }
  | { kind: 'failed'; id: number; rss: number };
