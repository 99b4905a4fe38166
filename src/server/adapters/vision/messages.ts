import type { PhotoToSee, Sighting } from '#domain/ports/vision.ts';
import type { ImageFault } from './decode.ts';

/** What the program that looks at photos is asked. */
export type Asked = PhotoToSee & { id: number };

/** What it says. `rss`: its memory in bytes after that photo. */
export type Said =
  | { kind: 'ready' }
  | { kind: 'seen'; id: number; sighting: Sighting; rss: number }
  | { kind: 'refused'; id: number; which: 'image' | 'tagImage'; fault: ImageFault; rss: number }
  | { kind: 'failed'; id: number; rss: number };
