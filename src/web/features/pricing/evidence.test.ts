import { describe, expect, it } from 'vitest';
import type { ComparableAgreement } from '#contract/pricing/evidence.ts';
import { confidenceLevel, isWarned, rangeShown } from './evidence.tsx';

const interval = { low: 17, high: 36, coverage: 0.8 };
const given = (ofKind: number, over: { agreement?: ComparableAgreement | null; shown?: number }) => ({
  interval,
  agreement: over.agreement ?? null,
  shown: over.shown ?? 0,
  evidence: {
    comparables: 500,
    sold: 200,
    sameKind: { all: ofKind, sold: 0 },
    sameBrandAndKind: { all: 0, sold: 0 },
  },
});

describe('the range of a price', () => {
  it.each([
    ['is drawn with three of the type', given(3, { agreement: 'any_brand', shown: 3 }), true],
    ['is said with two of the type', given(2, { agreement: 'any_brand', shown: 2 }), false],
    ['is that of the brand if the type is not known', given(0, { agreement: 'brand', shown: 3 }), true],
    ['is said with two of the brand', given(0, { agreement: 'brand', shown: 2 }), false],
    ['is said if no comp is close enough to show', given(200, { agreement: null }), false],
    ['is said if only a related type is found', given(200, { agreement: 'brand_and_related_kind', shown: 12 }), false],
    ['is said if only related types of other brands are', given(0, { agreement: 'related_kind', shown: 12 }), false],
  ])('%s', (_, facts, isDrawn) => {
    const { band, text } = rangeShown(facts);
    expect(band).toEqual(isDrawn ? interval : null);
    expect(text).toContain('$17 to $36');
  });

  it('is none if there is no price', () => {
    expect(rangeShown({ ...given(9, {}), interval: null }).band).toBeNull();
  });
});

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
