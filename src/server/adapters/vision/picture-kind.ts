// Decides what kind of picture a photo is: a garment, a tag, or nothing.

import type { Pixels } from './decode.ts';
import type { Gray } from './find-text.ts';

/** A bare wall varies in lightness by less than this (standard deviation, of 255); a white shirt on a white sheet by more. */
const leastVariation = 4;
/** Neighboring pixels of any photo correlate in at least one direction, even of a checked skirt. Those of noise do not. */
const leastLikeness = 0.3;

/**
 * Whether the picture shows anything. The classifier was trained only on garments: it calls a bare wall a T-shirt with 90 %
 * certainty, and noise a dress. So it must not see such pictures.
 */
export function showsSomething({ width, height, rgb }: Pixels): boolean {
  const light = lightOf(rgb);
  const mean = light.reduce((sum, value) => sum + value, 0) / light.length;
  const own = (at: number): number => (light[at] ?? 0) - mean;
  let variance = 0;
  let across = 0;
  let down = 0;
  for (let at = 0; at < light.length; at++) {
    variance += own(at) ** 2;
    if ((at + 1) % width !== 0) across += own(at) * own(at + 1);
    if (at + width < light.length) down += own(at) * own(at + width);
  }
  const likeness = Math.max(across / (1 - 1 / width), down / (1 - 1 / height)) / variance;
  return Math.sqrt(variance / light.length) >= leastVariation && likeness >= leastLikeness;
}

/** In the middle of a tag, most pixels have the color of the ground. Some are ink, in many short pieces. */
const leastGround = 0.5;
const groundReach = 14;
const inkDistance = 45;
const ink = { least: 0.02, most: 0.4 } as const;
/** The average number of ink pieces per row of letters. A garment in front of a wall has one or two. */
const leastPieces = 3.5;

/** Whether a photo may be a close-up of a tag, so that reading it is worth half a second. Some printed garments pass, too. */
export function looksLikeTag({ width, height, light }: Gray): boolean {
  const [left, right] = [Math.floor(width * 0.15), Math.ceil(width * 0.85)];
  const rows = Array.from({ length: Math.floor(height * 0.7) }, (_, at) => {
    const start = (at + Math.floor(height * 0.15)) * width;
    return light.subarray(start + left, start + right);
  });
  const ground = commonest(rows);
  const all = rows.length * (right - left);
  let near = 0;
  let inked = 0;
  const pieces: number[] = [];
  for (const row of rows) {
    let begun = 0;
    let wasInk = false;
    for (const value of row) {
      const far = Math.abs(value - ground);
      if (far <= groundReach) near++;
      const isInk = far > inkDistance;
      if (isInk) inked++;
      if (isInk && !wasInk) begun++;
      wasInk = isInk;
    }
    if (begun > 0) pieces.push(begun);
  }
  const mean = pieces.reduce((sum, count) => sum + count, 0) / Math.max(1, pieces.length);
  return near >= leastGround * all && inked >= ink.least * all && inked <= ink.most * all && mean >= leastPieces;
}

function commonest(rows: readonly Uint8Array[]): number {
  const counts = new Uint32Array(256);
  for (const row of rows) for (const value of row) counts[value] = (counts[value] ?? 0) + 1;
  let best = 0;
  let most = -1;
  for (let value = 0; value < 256; value++) {
    const mass = counts
      .subarray(Math.max(0, value - groundReach), value + groundReach + 1)
      .reduce((sum, count) => sum + count, 0);
    if (mass > most) [best, most] = [value, mass];
  }
  return best;
}

const lightOf = (rgb: Uint8Array): Uint8Array =>
  Uint8Array.from({ length: rgb.length / 3 }, (_, at) =>
    Math.round(0.299 * (rgb[at * 3] ?? 0) + 0.587 * (rgb[at * 3 + 1] ?? 0) + 0.114 * (rgb[at * 3 + 2] ?? 0)),
  );
