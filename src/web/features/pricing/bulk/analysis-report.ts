// Says how the analysis of many listings ended.
import { bulkMessages } from '#web/messages/pricing/bulk.ts';
import type { AnalysisRun } from './analyze-many.ts';

const messages = bulkMessages.analysis;

type Ended = Pick<AnalysisRun, 'kind' | 'done' | 'of' | 'tally'> & { refused: readonly unknown[] };

/** The advice of the tally adds up to the analyzed listings. Those that were refused are listed apart. */
export const analysisReport = ({ kind, done, of, tally, refused }: Ended): string => {
  const analyzed = done - refused.length;
  const words = messages.analyzed(analyzed, of);
  const all = analyzed > 0 ? `${words}: ${messages.tally(tally)}.` : `${words}.`;
  if (kind === 'canceled') return `${'Canceled.'} ${all}`;
  return kind === 'stopped' ? `${'Stopped.'} ${all}` : all;
};
