// Decodes pictures that sellers upload, and scales and encodes them.

import sharp from 'sharp';
import { faultOfPhotoFile, pictureTypeOf } from '#domain/picture-file.ts';

/** Why a picture is refused. `pixels`: it has more than `mostPixels`. `deep`: it has fewer, but each needs many bytes. */
export type ImageFault = 'type' | 'large' | 'small' | 'pixels' | 'deep' | 'unreadable';

/** A picture was refused. The error says why and which of the two, and contains no part of the picture. */
export class ImageRefused extends Error {
  readonly fault: ImageFault;
  which: 'image' | 'tagImage' = 'image';
  constructor(fault: ImageFault) {
    super(`The image was refused: ${fault}.`);
    this.name = 'ImageRefused';
    this.fault = fault;
  }
}

/** Eight bits per channel, sRGB, upright, without alpha (transparent pixels become white), rows from the top. */
export type Pixels = { width: number; height: number; rgb: Uint8Array };

const mostPixels = 40_000_000;
/**
 * Of the picture as it is decoded, in bytes: every photo of a phone, and 20 megapixels with 16 bits per channel. Deep pictures
 * need as much time and memory as their bytes, whatever their size as a file.
 */
const mostDecodedBytes = 160_000_000;

/** The longer side after decoding. Photos of tags keep more, because their letters are small. */
const photoSide = 1024;
/** A decoder that takes longer than this was given a picture made to slow it down. */
const timeoutS = 15;

/**
 * Decodes a JPEG, PNG, or WebP of 1 KB to 8 MB and at most 40 megapixels. It decodes the first frame, rotates it as its EXIF data
 * says, and drops all metadata. The longer side becomes at most `side` pixels; pictures are never enlarged. What is missing at
 * the end or damaged inside stays gray, as browsers show it: phones lose ends, and the rest is still a photo. Throws
 * `ImageRefused`. The work runs on the threads of libvips, one thread per picture.
 */
export async function decodePhoto(bytes: Uint8Array, { side = photoSide } = {}): Promise<Pixels> {
  const fault = faultOfPhotoFile(bytes.length, bytes);
  if (fault !== null) throw new ImageRefused(fault);
  try {
    // Reads only the header, so that a picture with too many pixels is refused before any is decoded.
    const { width, height, format, channels, depth } = await sharp(bytes, {
      limitInputPixels: false,
      pages: 1,
    }).metadata();
    if (`image/${format}` !== pictureTypeOf(bytes)) throw new ImageRefused('type');
    if (width * height > mostPixels) throw new ImageRefused('pixels');
    const bytesPerSample = depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 4;
    if (width * height * channels * bytesPerSample > mostDecodedBytes) throw new ImageRefused('deep');
    const { data, info } = await sharp(bytes, {
      limitInputPixels: mostPixels,
      failOn: 'none',
      pages: 1,
      sequentialRead: true,
    })
      .timeout({ seconds: timeoutS })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new ImageRefused('unreadable');
    return { width: info.width, height: info.height, rgb: data };
  } catch (error) {
    // Messages from libvips may quote the picture's metadata, so they are dropped here.
    throw error instanceof ImageRefused ? error : new ImageRefused('unreadable');
  }
}

/** Scales the picture to exactly `width` x `height`, without keeping its proportions. */
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

export async function shrinkTo({ width, height, rgb }: Pixels, side: number): Promise<Pixels> {
  const { data, info } = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: data };
}

/** A new JPEG from the pixels. It has no metadata. */
export async function encodeJpeg({ width, height, rgb }: Pixels): Promise<Uint8Array> {
  return await sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 82 })
    .toBuffer();
}
