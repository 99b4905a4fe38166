// Checks a photo file before it is read or sent.

import { photoMessages } from '#web/messages/pricing/pricing.ts';

/** 8 MB, as 8 × 1,024 × 1,024 bytes. A file of exactly this size is accepted. */
const mostBytes = 8 * 1024 * 1024;
const leastBytes = 1024;

const kinds = ['image/jpeg', 'image/png', 'image/webp'] as const;
type PhotoKind = (typeof kinds)[number];
const endings = /\.(jpe?g|png|webp)$/i;

const startsWith = (bytes: Uint8Array, at: number, wanted: readonly number[]): boolean =>
  wanted.every((byte, index) => bytes[at + index] === byte);

/** The image format according to the first bytes, whatever the file name says. */
export const kindOfBytes = (bytes: Uint8Array): PhotoKind | null => {
  if (startsWith(bytes, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  const isWebp = startsWith(bytes, 0, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes, 8, [0x57, 0x45, 0x42, 0x50]);
  return isWebp ? 'image/webp' : null;
};

type PhotoFile = { name: string; type: string; size: number };

/**
 * What is wrong with a chosen file, in the texts of the messages; null if nothing is. Both the type (or the extension) and the
 * first bytes must match, because a renamed document is not a picture. Runs before anything is read completely or sent.
 */
export const faultOfFile = ({ name, type, size }: PhotoFile, firstBytes: Uint8Array): string | null => {
  const { errors } = photoMessages;
  const isLabelled = kinds.some((kind) => kind === type) || endings.test(name);
  if (!isLabelled) return errors.type(name);
  if (size > mostBytes) return errors.large;
  if (size < leastBytes) return errors.small;
  return kindOfBytes(firstBytes) === null ? errors.type(name) : null;
};
