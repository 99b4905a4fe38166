// Changes photos at random, so that the network learns more than the photos themselves.

import { between, type Random } from '../random.ts';

/** Scales bytes to the input range of the network: about -2 to 2. */
export const scaled = (byte: number): number => (byte - 127.5) / 63.75;

/** A photo without any change: `out` gets size x size x 3 numbers. */
export function plain(photo: Uint8Array, out: Float32Array): void {
  for (let i = 0; i < out.length; i++) out[i] = scaled(photo[i] ?? 0);
}

/**
 * A photo (from x from x 3 bytes) as another camera might have taken it: cropped, stretched, rotated, mirrored, in other light,
 * and sometimes with a patch missing. `out` gets size x size x 3 numbers.
 */
export function changed(photo: Uint8Array, from: number, size: number, random: Random, out: Float32Array): void {
  const area = between(random, 0.35, 1);
  const stretch = Math.exp(between(random, -0.25, 0.25));
  const wide = Math.min(1, Math.sqrt(area) * stretch);
  const high = Math.min(1, Math.sqrt(area) / stretch);
  const mirror = random() < 0.5 ? -1 : 1;
  const angle = random() < 0.5 ? between(random, -0.3, 0.3) : 0;
  const middleX = between(random, wide / 2, 1 - wide / 2) * from - 0.5;
  const middleY = between(random, high / 2, 1 - high / 2) * from - 0.5;
  const stepX = (mirror * wide * from) / size;
  const stepY = (high * from) / size;
  const turn = { cos: Math.cos(angle), sin: Math.sin(angle) };
  const light = lightOf(random);
  const last = from - 1;
  let to = 0;
  for (let y = 0; y < size; y++) {
    const v = (y + 0.5 - size / 2) * stepY;
    for (let x = 0; x < size; x++) {
      const u = (x + 0.5 - size / 2) * stepX;
      const sx = Math.min(last, Math.max(0, middleX + turn.cos * u - turn.sin * v));
      const sy = Math.min(last, Math.max(0, middleY + turn.sin * u + turn.cos * v));
      const left = Math.min(last - 1, sx | 0);
      const top = Math.min(last - 1, sy | 0);
      const dx = sx - left;
      const dy = sy - top;
      const a = (top * from + left) * 3;
      const b = a + from * 3;
      const wa = (1 - dx) * (1 - dy);
      const wb = dx * (1 - dy);
      const wc = (1 - dx) * dy;
      const wd = dx * dy;
      const r = mixed(photo, a, b, wa, wb, wc, wd);
      const g = mixed(photo, a + 1, b + 1, wa, wb, wc, wd);
      const bl = mixed(photo, a + 2, b + 2, wa, wb, wc, wd);
      const gray = 0.3 * r + 0.59 * g + 0.11 * bl;
      out[to++] = scaled(light.base + (gray + (r - gray) * light.color) * light.red);
      out[to++] = scaled(light.base + (gray + (g - gray) * light.color) * light.green);
      out[to++] = scaled(light.base + (gray + (bl - gray) * light.color) * light.blue);
    }
  }
  if (random() < 0.3) patch(out, size, random);
}

const mixed = (of: Uint8Array, a: number, b: number, wa: number, wb: number, wc: number, wd: number): number =>
  wa * (of[a] ?? 0) + wb * (of[a + 3] ?? 0) + wc * (of[b] ?? 0) + wd * (of[b + 3] ?? 0);

function lightOf(random: Random) {
  const contrast = between(random, 0.7, 1.35);
  return {
    base: 127.5 * (1 - contrast) + between(random, -35, 35),
    color: random() < 0.1 ? 0 : between(random, 0.5, 1.4),
    red: contrast * between(random, 0.88, 1.12),
    green: contrast * between(random, 0.92, 1.08),
    blue: contrast * between(random, 0.88, 1.12),
  };
}

function patch(out: Float32Array, size: number, random: Random): void {
  const wide = Math.floor(size * between(random, 0.15, 0.4));
  const high = Math.floor(size * between(random, 0.15, 0.4));
  const left = Math.floor(between(random, 0, size - wide));
  const top = Math.floor(between(random, 0, size - high));
  const value = between(random, -1.5, 1.5);
  for (let y = top; y < top + high; y++) out.fill(value, (y * size + left) * 3, (y * size + left + wide) * 3);
}

/** A picture of nothing: a smooth color gradient with more or less noise, and sometimes stripes. */
export function nothing(size: number, random: Random, out: Float32Array): void {
  const base = [0, 1, 2].map(() => between(random, -1.9, 1.9));
  const gray = random() < 0.5;
  const [slopeX, slopeY] = [between(random, -1, 1), between(random, -1, 1)];
  const noise = random() < 0.5 ? between(random, 0, 1.5) : 0;
  const stripes = random() < 0.3 ? between(random, 0.1, 1) : 0;
  const pace = between(random, 0.05, 0.8);
  for (let at = 0; at < out.length; at += 3) {
    const x = (at / 3) % size;
    const y = Math.floor(at / 3 / size);
    const light =
      slopeX * (x / size - 0.5) + slopeY * (y / size - 0.5) + stripes * Math.sin(pace * (slopeX * x + slopeY * y));
    const shared = noise * (random() - 0.5);
    for (let c = 0; c < 3; c++) {
      out[at + c] = (base[gray ? 0 : c] ?? 0) + light + (gray ? shared : noise * (random() - 0.5));
    }
  }
}

/** Blends two pictures of a batch. `share` is the weight of the first one. */
export function joined(first: Float32Array, second: Float32Array, size: number, random: Random): number {
  if (random() < 0.5) {
    const share = between(random, 0.5, 1);
    for (let i = 0; i < first.length; i++) first[i] = share * (first[i] ?? 0) + (1 - share) * (second[i] ?? 0);
    return share;
  }
  const side = Math.sqrt(between(random, 0, 0.5));
  const length = Math.floor(side * size);
  const left = Math.floor(between(random, 0, size - length));
  const top = Math.floor(between(random, 0, size - length));
  for (let y = top; y < top + length; y++) {
    const from = (y * size + left) * 3;
    first.set(second.subarray(from, from + length * 3), from);
  }
  return 1 - (length * length) / (size * size);
}
