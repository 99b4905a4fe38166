// The progress and the outcome of analyzing many listings.
import { counted, roughly } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { bulkMessages } from '#web/messages/pricing/bulk.ts';
import { Button } from '#web/ui/button.tsx';
import { ProgressBar } from '../batch/progress-bar.tsx';
import { analysisReport } from './analysis-report.ts';
import type { AnalysisRun } from './analyze-many.ts';
import { Refused } from './refused.tsx';
import type { useAnalyzeMany } from './use-analyze-many.ts';

const messages = bulkMessages.analysis;

/** Less than that is over before anyone has read how long it takes. */
const worthSayingMs = 5_000;

type Props = { analysis: ReturnType<typeof useAnalyzeMany>; run: AnalysisRun };

export const BulkAnalysis = ({ analysis, run }: Props) =>
  run.kind === 'running' ? (
    <Progress run={run} onCancel={analysis.cancel} />
  ) : (
    <>
      <div className="bulk-line">
        <p role="status">
          {analysisReport(run)}
          {run.reason !== null && <span className="bulk-stopped"> {run.reason}</span>}
        </p>
        <div className="bulk-acts">
          {run.rest.length > 0 && (
            <Button isSmall onClick={analysis.resume}>
              Continue
            </Button>
          )}
          <Button isSmall look="bare" onClick={analysis.dismiss}>
            {bulkMessages.dismiss}
          </Button>
        </div>
      </div>
      <Refused title={messages.notAnalyzed(run.refused.length)} items={run.refused} />
    </>
  );

const timeOf = ({ waitsUntil, endsAt }: AnalysisRun, now: number): string => {
  if (waitsUntil !== null)
    return `Too many at once. Hangtag continues in ${counted(Math.max(Math.ceil((waitsUntil - now) / 1000), 1), 'second')}.`;
  return endsAt !== null && endsAt - now >= worthSayingMs ? `(${roughly(endsAt - now)} left)` : '';
};

const Progress = ({ run, onCancel }: { run: AnalysisRun; onCancel: () => void }) => {
  const now = useNow(1000);
  const { done, of } = run;
  return (
    <div className="bulk-line">
      {/* Not a status: a screen reader would read every number. The outcome is one. */}
      <p>
        {messages.running(done, of)}
        <span className="mute"> {timeOf(run, now)}</span>
        <ProgressBar done={done} of={of} label={messages.running(done, of)} />
      </p>
      <div className="bulk-acts">
        <Button isSmall onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
};
