import { describe, expect, it } from 'vitest';
import { confidenceLevel, isWarned } from './confidence-line.tsx';

describe('confidence in words', () => {
  const rows: [number, string, boolean][] = [
    [1, 'high', false],
    [0.7, 'high', false],
    [0.69, 'fair', false],
    [0.5, 'fair', false],
    [0.496, 'fair', false],
    [0.494, 'low', true],
    [0.3, 'low', true],
    [0.29, 'very_low', true],
    [0.01, 'very_low', true],
    [0.004, 'none', true],
    [0, 'none', true],
  ];
  for (const [confidence, level, warned] of rows) {
    it(`of ${confidence} is ${level}${warned ? ', with a warning' : ''}`, () => {
      expect(confidenceLevel(confidence)).toBe(level);
      expect(isWarned(confidenceLevel(confidence))).toBe(warned);
    });
  }
});
