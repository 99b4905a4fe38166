// Turns a photo so that its lines of text are level, and cuts them out.

import sharp from 'sharp';
import type { Pixels } from './decode.ts';
import { differencesFromSurroundings, type FoundText, findText, type Gray } from './find-text.ts';

/** Smaller than for reading: an angle needs less, and noise averages out. */
const findingSide = 600;

export async function grayOf({ width, height, rgb }: Pixels): Promise<Gray> {
  const { data, info } = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize({ width: findingSide, height: findingSide, fit: 'inside' })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, light: data };
}

/** The part of the box around the letters that is added on each side. */
const margin = 0.06;

/** Turns the picture so that its lines are level, and cuts out the box around them. */
export async function levelText({ width, height, rgb }: Pixels, { angle, across, down }: FoundText): Promise<Pixels> {
  const turned = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .rotate(-angle, { background: '#808080' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const scale = Math.max(width, height) / Math.min(findingSide, Math.max(width, height));
  const cut = (range: { from: number; to: number }, whole: number) => {
    const spare = (range.to - range.from) * margin;
    const from = Math.max(0, Math.floor((range.from - spare) * scale + whole / 2));
    const to = Math.min(whole, Math.ceil((range.to + spare) * scale + whole / 2));
    return { from, size: to - from };
  };
  const columns = cut(across, turned.info.width);
  const rows = cut(down, turned.info.height);
  const { data, info } = await sharp(turned.data, {
    raw: { width: turned.info.width, height: turned.info.height, channels: 3 },
  })
    .extract({ left: columns.from, top: rows.from, width: columns.size, height: rows.size })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: data };
}

/** Part of the longer side. Larger than a letter's stroke, smaller than a shadow. */
const shadowReach = 0.14;
/** The ink is black at this fraction of all pixels, sorted by how much they differ from their surroundings. */
const darkest = 0.98;
/** The gray of the paper, from 0 for black to 255. */
const paper = 205;

/** Removes shadows: each pixel by its difference from its surroundings, with dark letters on light paper. */
export function evenOut(gray: Gray, isLightOnDark: boolean): Gray {
  const reach = Math.round(shadowReach * Math.max(gray.width, gray.height));
  const sign = isLightOnDark ? 1 : -1;
  const depths = differencesFromSurroundings(gray, reach).map((value) => sign * value);
  const deepest = depthOfInk(depths);
  const light = Uint8Array.from(depths, (depth) => Math.max(0, Math.min(255, paper * (1 - depth / deepest))));
  return { ...gray, light };
}

/** The depth that `1 - darkest` of all pixels exceed; at least 1. */
function depthOfInk(depths: Float32Array): number {
  const counts = new Uint32Array(256);
  for (const depth of depths) if (depth > 0) counts[Math.floor(depth)] = (counts[Math.floor(depth)] ?? 0) + 1;
  let left = (1 - darkest) * depths.length;
  for (let depth = 255; depth > 1; depth--) {
    left -= counts[depth] ?? 0;
    if (left <= 0) return depth;
  }
  return 1;
}

async function scaled({ width, height, light }: Gray, side: number): Promise<Gray> {
  const { data, info } = await sharp(light, { raw: { width, height, channels: 1 } })
    .resize({ width: side, height: side, fit: 'inside' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, light: data };
}

const sceneSide = 96;
/** A pattern on a garment has many small pieces, too, but they are rarely in lines. */
const tag = { leastLetters: 14, leastClarity: 4.5 } as const;

/** The text, level, without shadows, and dark on light, for `looksLikeTag`. null if the photo shows no lines of text. */
export async function textOf(photo: Pixels): Promise<Gray | null> {
  const text = findText(await grayOf(photo));
  if (text === null || text.letters < tag.leastLetters || text.clarity < tag.leastClarity) return null;
  return await scaled(evenOut(await grayOf(await levelText(photo, text)), text.isLightOnDark), sceneSide);
}
