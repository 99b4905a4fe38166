import { describe, expect, it } from 'vitest';
import { openGarmentClassifier } from './classifier.ts';
import { openNetwork } from './network.ts';
import { type GarmentWeights, packWeights, unpackWeights, WeightsRefused } from './weights-file.ts';

const matrix = Float32Array.from({ length: 64 * 32 }, (_, index) => Math.sin(index) / (1 + (index % 32)));
const weights: GarmentWeights = {
  labels: ['Hat', 'Other'],
  size: 96,
  temperature: 1.5,
  networks: [
    {
      shape: { stem: 8, stages: [], head: 8, outputs: 8 },
      tensors: new Map([
        ['wide', { sides: [64, 32], values: matrix }],
        ['wide.bias', { sides: [3], values: Float32Array.of(0.1, -2, 7e-5) }],
      ]),
    },
  ],
};

describe('a weights file', () => {
  it('stores small tensors exactly and matrices to within half a step of their channel', () => {
    const read = unpackWeights(packWeights(weights));
    expect(read).toMatchObject({ labels: ['Hat', 'Other'], size: 96, temperature: 1.5 });
    const tensors = read.networks[0]?.tensors;
    expect(tensors?.get('wide.bias')?.values).toEqual(Float32Array.of(0.1, -2, 7e-5));
    const values = tensors?.get('wide')?.values ?? new Float32Array();
    expect(values).toHaveLength(matrix.length);
    values.forEach((value, index) => {
      expect(Math.abs(value - (matrix[index] ?? 0))).toBeLessThanOrEqual(1.01 / (1 + (index % 32)) / 254);
    });
  });

  const whole = packWeights(weights);
  const changed = Uint8Array.from(whole);
  changed[whole.length - 5] = (changed[whole.length - 5] ?? 0) ^ 1;
  it.each([
    ['one bit is another', changed, /changed/],
    ['the end is missing', whole.subarray(0, whole.length - 1), /cut off/],
    ['it is another kind', new TextEncoder().encode('{"weights": []} and some more text'), /no file of weights/],
    ['it is empty', new Uint8Array(), /no file of weights/],
  ])('is refused if %s', (_, bytes, words) => {
    expect(() => openGarmentClassifier(bytes)).toThrow(WeightsRefused);
    expect(() => openGarmentClassifier(bytes)).toThrow(words);
  });

  it('is refused if a tensor of the network is missing, and the error names it', () => {
    const [network] = unpackWeights(whole).networks;
    if (network === undefined) throw new Error('no network');
    expect(() => openNetwork(network)).toThrow(/stem does not fit/);
  });
});
