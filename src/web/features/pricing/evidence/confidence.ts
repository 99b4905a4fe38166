// Puts a confidence into words.

type ConfidenceLevel = 'high' | 'fair' | 'low' | 'very_low' | 'none';

const levels: readonly (readonly [number, ConfidenceLevel])[] = [
  [70, 'high'],
  [50, 'fair'],
  [30, 'low'],
  [1, 'very_low'],
];

/** The word for a confidence from 0 to 1. It uses the rounded percentage on screen, so that word and number always agree. */
export const confidenceLevel = (confidence: number): ConfidenceLevel => {
  const shown = Math.round(confidence * 100);
  return levels.find(([least]) => shown >= least)?.[1] ?? 'none';
};

/** Below 50 % the screen shows a warning. */
export const isWarned = (level: ConfidenceLevel): level is 'low' | 'very_low' | 'none' =>
  level !== 'high' && level !== 'fair';
