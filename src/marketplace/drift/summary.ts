// Compares a recording that came from elsewhere, for a reader who wants the result and not the profile.

import { Recording } from '../recording/recording.ts';
import { compareRecording } from './drift.ts';
import { reportText } from './report.ts';

type Summary = { confirmed: number; different: number; notSeen: number; report: string };

/** null if it is no recording. */
export function summarizeRecording(given: unknown): Summary | null {
  const recording = Recording.safeParse(given).data;
  if (recording === undefined) return null;
  const checks = compareRecording(recording);
  const count = (wanted: (typeof checks)[number]['verdict']) =>
    checks.filter(({ verdict }) => verdict === wanted).length;
  return {
    confirmed: count('confirmed'),
    different: count('differs'),
    notSeen: count('not_seen'),
    report: reportText(checks, recording),
  };
}
