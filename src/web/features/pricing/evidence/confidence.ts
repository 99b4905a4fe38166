// Levels of confidence, by the percentage that is shown.

type ConfidenceLevel = 'high' | 'fair' | 'low' | 'very_low' | 'none';

const levels: readonly (readonly [number, ConfidenceLevel])[] = [
  [70, 'high'],
  [50, 'fair'],
  [30, 'low'],
  [1, 'very_low'],
];

/** How a confidence of 0 to 1 is worded. It goes by the percentage as it is shown, so that word and number never part. */
export const confidenceLevel = (confidence: number): ConfidenceLevel => {
  const shown = Math.round(confidence * 100);
  return levels.find(([least]) => shown >= least)?.[1] ?? 'none';
};

/** Below 50 % the wording warns. */
export const isWarned = (level: ConfidenceLevel): level is 'low' | 'very_low' | 'none' =>
  level !== 'high' && level !== 'fair';
