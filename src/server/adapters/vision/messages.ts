// The messages between the server and the photo program.

import type { PhotoToSee, Sighting } from '#domain/ports/vision.ts';
import type { ImageFault } from './decode.ts';

/** A request to the photo program. */
export type Asked = PhotoToSee & { id: number };

/** A reply of the photo program. `rss` is its memory in bytes after that photo. */
export type Said =
  | { kind: 'ready' }
  | { kind: 'seen'; id: number; sighting: Sighting; rss: number }
  | { kind: 'refused'; id: number; which: 'image' | 'tagImage'; fault: ImageFault; rss: number }
  | { kind: 'failed'; id: number; rss: number };
