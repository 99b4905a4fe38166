import sharp from 'sharp';

/** Why a picture is not taken. `pixels`: more of them than `mostPixels`. */
export type ImageFault = 'type' | 'large' | 'small' | 'pixels' | 'unreadable';

/** A picture that is not taken. It says why, and nothing of what is in it. */
export class ImageRefused extends Error {
  readonly fault: ImageFault;
  constructor(fault: ImageFault) {
    super(`The image was refused: ${fault}.`);
    this.name = 'ImageRefused';
    this.fault = fault;
  }
}

/** Eight bits a channel, sRGB, upright, without alpha (what is see-through is white), rows from the top. */
export type Pixels = { width: number; height: number; rgb: Uint8Array };

export const leastBytes = 1024;
export const mostBytes = 8 * 1024 * 1024;
const mostPixels = 40_000_000;

/** A photo is looked at this large; of a tag, whose letters are small, more is kept. */
const photoSide = 1024;
/** A decoder that takes longer has met a picture made to hold it up. */
const patienceS = 15;

type ImageType = 'jpeg' | 'png' | 'webp';

/** What the first bytes say; the label on the data says nothing here. null: none that is taken. */
function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const starts = (signature: readonly number[], at = 0): boolean =>
    signature.every((byte, index) => bytes[at + index] === byte);
  if (starts([0xff, 0xd8, 0xff])) return 'jpeg';
  if (starts([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  // "RIFF", a length, "WEBP".
  if (starts([0x52, 0x49, 0x46, 0x46]) && starts([0x57, 0x45, 0x42, 0x50], 8)) return 'webp';
  return null;
}

/**
 * Decodes a JPEG, PNG or WebP of 1 KB to 8 MB and at most 40 megapixels: its first frame, turned as its EXIF says, and of all
 * metadata nothing else. At most `side` pixels on the longer side, never enlarged. Throws `ImageRefused`. The work is done on
 * libvips' threads, with one of them to a picture.
 */
export async function decodePhoto(bytes: Uint8Array, { side = photoSide } = {}): Promise<Pixels> {
  if (bytes.length < leastBytes) throw new ImageRefused('small');
  if (bytes.length > mostBytes) throw new ImageRefused('large');
  const type = imageTypeOf(bytes);
  if (type === null) throw new ImageRefused('type');
  try {
    // The header alone: a picture that claims too much is refused before a pixel of it is decoded.
    const { width, height, format } = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata();
    if (format !== type) throw new ImageRefused('type');
    if (width * height > mostPixels) throw new ImageRefused('pixels');
    const { data, info } = await sharp(bytes, {
      limitInputPixels: mostPixels,
      failOn: 'error',
      pages: 1,
      sequentialRead: true,
    })
      .timeout({ seconds: patienceS })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new ImageRefused('unreadable');
    return { width: info.width, height: info.height, rgb: data };
  } catch (error) {
    // What libvips says may quote the picture's own metadata: it goes no further.
    throw error instanceof ImageRefused ? error : new ImageRefused('unreadable');
  }
}

/** The same picture scaled to fill `width` x `height` exactly, whatever its shape. */
export async function stretchTo(
  { width, height, rgb }: Pixels,
  to: { width: number; height: number },
): Promise<Pixels> {
  const data = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize({ ...to, fit: 'fill' })
    .raw()
    .toBuffer();
  return { ...to, rgb: data };
}

/** The same picture within `side` x `side`, in its own shape. */
export async function shrinkTo({ width, height, rgb }: Pixels, side: number): Promise<Pixels> {
  const { data, info } = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: data };
}

/** A JPEG made anew from the pixels: nothing but pixels is in it. */
export async function encodeJpeg({ width, height, rgb }: Pixels): Promise<Uint8Array> {
  return await sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 82 })
    .toBuffer();
}
