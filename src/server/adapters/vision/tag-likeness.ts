import type { Pixels } from './decode.ts';

/** Of a tag's middle most is the one ground it is printed on, and some is ink that stands out from it. */
const leastGround = 0.5;
const groundReach = 14;
const inkDistance = 70;
const ink = { least: 0.02, most: 0.35 } as const;

/** Whether a photo may be a close-up of a tag: worth a reader's half second. It lets some plain garments through. */
export function looksLikeTag({ width, height, rgb }: Pixels): boolean {
  const counts = new Uint32Array(256);
  let all = 0;
  for (let y = Math.floor(height * 0.15); y < height * 0.85; y++) {
    for (let x = Math.floor(width * 0.15); x < width * 0.85; x++) {
      const at = (y * width + x) * 3;
      const light = Math.round(0.299 * (rgb[at] ?? 0) + 0.587 * (rgb[at + 1] ?? 0) + 0.114 * (rgb[at + 2] ?? 0));
      counts[light] = (counts[light] ?? 0) + 1;
      all++;
    }
  }
  const within = (from: number, to: number): number =>
    counts.slice(Math.max(0, from), to + 1).reduce((a, b) => a + b, 0);
  let ground = 0;
  let most = 0;
  for (let light = 0; light < 256; light++) {
    const mass = within(light - groundReach, light + groundReach);
    if (mass > most) [ground, most] = [light, mass];
  }
  const inked = all - within(ground - inkDistance, ground + inkDistance);
  return most >= leastGround * all && inked >= ink.least * all && inked <= ink.most * all;
}
