// Says which files are pictures that Hangtag reads: the same for the browser that chooses one and the server that gets it.

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** In bytes. A file of exactly this size is accepted. */
const leastPhotoBytes = 1024;
export const mostPhotoBytes = 8 * 1024 * 1024;

/** The type by the first twelve bytes, because names and declared types prove nothing. null for any other type. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  const starts = (signature: readonly number[], at = 0): boolean =>
    signature.every((byte, index) => bytes[at + index] === byte);
  if (starts([0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (starts([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  // "RIFF", a length, "WEBP".
  return starts([0x52, 0x49, 0x46, 0x46]) && starts([0x57, 0x45, 0x42, 0x50], 8) ? 'image/webp' : null;
}

/** What is wrong with a photo's file, before it is decoded; null if nothing is. `first` are its first bytes, or all of them. */
export function faultOfPhotoFile(size: number, first: Uint8Array): 'small' | 'type' | 'large' | null {
  if (size < leastPhotoBytes) return 'small';
  if (pictureTypeOf(first) === null) return 'type';
  return size > mostPhotoBytes ? 'large' : null;
}
