import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openNetwork } from '../../../src/server/adapters/vision/garment-classifier/network.ts';
import { compileKernel } from '../network/kernel.ts';
import { plain } from '../photos/augment.ts';
import { type Data, photoSide } from '../photos/photos.ts';
import { seeded } from '../random.ts';
import type { Member } from './recipe.ts';
import { outputs } from './run.ts';
import { train } from './train.ts';

const size = 32;
const count = 96;
/** The first label is a checkered cloth, the second a plain one, in any color. */
const draw = (side: number): SharedArrayBuffer => {
  const shared = new SharedArrayBuffer(count * side * side * 3);
  const bytes = new Uint8Array(shared);
  const random = seeded(7);
  for (let photo = 0; photo < count; photo++) {
    const color = [0, 1, 2].map(() => (random() < 0.5 ? 40 : 230));
    for (let at = 0; at < side * side; at++) {
      const [x, y] = [(at % side) / side, Math.floor(at / side) / side];
      const dark = labelOf(photo) === 0 && (Math.floor(8 * x) + Math.floor(8 * y)) % 2 === 0;
      bytes.set(dark ? [10, 10, 10] : color, (photo * side * side + at) * 3);
    }
  }
  return shared;
};

const labelOf = (photo: number): 0 | 1 => (photo % 4 < 2 ? 0 : 1);
const split = (index: number): string => (index >= 64 ? 'validation' : 'train');
const data: Data = {
  rows: Array.from({ length: count }, (_, index) => ({
    image: String(index),
    sender: index % 10,
    label: '',
    kids: false,
    smallSplit: split(index),
    smallLabel: labelOf(index) === 0 ? 'T-Shirt' : 'Longsleeve',
  })),
  answers: Array.from({ length: count }, (_, index) => labelOf(index)),
  photos: draw(photoSide),
  whole: { bytes: new Uint8Array(draw(size)), size },
  validation: Array.from({ length: 32 }, (_, index) => 64 + index),
};
const member: Member = {
  name: 'cloths',
  recipe: {
    ...{ seed: 3, epochs: 30, batch: 16, rate: 0.01, decay: 0.01, smoothing: 0.05, join: 0.2, nothing: 0.02 },
    shape: { stem: 8, stages: [{ channels: 16, blocks: 1 }], head: 16, outputs },
    sizes: [{ until: 1, size }],
  },
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hangtag-training-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('two threads learn to tell cloths apart, the same way every time, and a finished run is taken up as it ended', async () => {
  const module = await compileKernel();
  const run = (name: string, told: string[]) =>
    train(member, data, { module, threads: 2, checkpoint: path.join(folder, name), say: (line) => told.push(line) });
  const first: string[] = [];
  const second: string[] = [];
  const third: string[] = [];
  const folded = await run('one', first);
  const again = await run('two', second);
  const takenUp = await run('one', third);

  const network = openNetwork(folded);
  const each = size * size * 3;
  const right = data.validation.filter((photo) => {
    const picture = new Float32Array(each);
    plain(data.whole.bytes.subarray(photo * each, (photo + 1) * each), picture);
    const [tee = 0, longsleeve = 0] = network(picture, size);
    return longsleeve > tee === (labelOf(photo) === 1);
  });
  expect(right.length).toBeGreaterThanOrEqual(30);
  expect([...again.tensors]).toEqual([...folded.tensors]);
  expect([...takenUp.tensors]).toEqual([...folded.tensors]);
  expect(first.filter((line) => line.includes('loss'))).toHaveLength(30);
  expect(third.filter((line) => line.includes('loss'))).toHaveLength(0);
});
