import { photoMessages } from '#web/messages/pricing/pricing.ts';

/** Of a file that is 8 MB or smaller; a megabyte as computers count it. */
export const mostBytes = 8 * 1024 * 1024;
export const leastBytes = 1024;

const kinds = ['image/jpeg', 'image/png', 'image/webp'] as const;
type PhotoKind = (typeof kinds)[number];
const endings = /\.(jpe?g|png|webp)$/i;

const startsWith = (bytes: Uint8Array, at: number, wanted: readonly number[]): boolean =>
  wanted.every((byte, index) => bytes[at + index] === byte);

/** What the first bytes say it is, whatever the file is called. */
export const kindOfBytes = (bytes: Uint8Array): PhotoKind | null => {
  if (startsWith(bytes, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  const isWebp = startsWith(bytes, 0, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes, 8, [0x57, 0x45, 0x42, 0x50]);
  return isWebp ? 'image/webp' : null;
};

type PhotoFile = { name: string; type: string; size: number };

/**
 * What is wrong with a chosen file, in the specification's words, before anything is read or sent; null where nothing is. Type
 * or extension must fit, and so must the first bytes: a renamed document is none of the three.
 */
export const faultOfFile = ({ name, type, size }: PhotoFile, firstBytes: Uint8Array): string | null => {
  const { errors } = photoMessages;
  const isLabelled = kinds.some((kind) => kind === type) || endings.test(name);
  if (!isLabelled) return errors.type(name);
  if (size > mostBytes) return errors.large;
  if (size < leastBytes) return errors.small;
  return kindOfBytes(firstBytes) === null ? errors.type(name) : null;
};
