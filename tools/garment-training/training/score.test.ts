import { expect, it } from 'vitest';
import { seeded } from '../random.ts';
import { fitTemperature } from './score.ts';

it('finds by how much answers were too sure of themselves', () => {
  // The answers are drawn from softmax(values) but given as values twice as large, so their temperature is 2.
  const random = seeded(11);
  const drawn = Array.from({ length: 4000 }, () => {
    const values = [3 * random(), 3 * random(), 3 * random()];
    const parts = values.map((value) => Math.exp(value));
    let left = random() * parts.reduce((sum, part) => sum + part, 0);
    const answer = parts.findIndex((part) => {
      left -= part;
      return left < 0;
    });
    return { raw: values.map((value) => 2 * value), answer };
  });
  const temperature = fitTemperature(
    drawn.map(({ raw }) => raw),
    drawn.map(({ answer }) => answer),
  );
  expect(temperature).toBeGreaterThan(1.85);
  expect(temperature).toBeLessThan(2.15);
});
