// The last runs: how far each is, what it dropped, and undo.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DropCalendar } from '#contract/drops/drops.ts';
import type { PriceBatch } from '#contract/listings/prices.ts';
import { clockTimeNear, count, counted } from '#web/format/format.ts';
import { wholeDollars } from '#web/format/money-format.ts';
import { isOutage, whenDone } from '#web/lib/server/api.ts';
import { listingsQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { PanelError, Section } from '#web/ui/panel.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { batchQuery, useStopRun, useUndoRun } from './queries.ts';

type Run = DropCalendar['runs'][number];

const atFirst = 4;

export const RunList = ({ calendar }: { calendar: DropCalendar }) => {
  const [shown, show] = useState(atFirst);
  const { runs, timezone, currency, days } = calendar;
  if (runs.length === 0) return null;
  const today = days[0];
  const leftOf = (run: Run): number =>
    run.byHand || run.date !== today?.date ? 0 : (today.plans.find(({ planId }) => planId === run.planId)?.drops ?? 0);
  return (
    <Section id="drop-runs" title="Last runs" className="sentences">
      <ul className="preview-list">
        {runs.slice(0, shown).map((run) => (
          <RunItem key={run.batchId} run={run} left={leftOf(run)} {...{ timezone, currency }} />
        ))}
      </ul>
      {runs.length > shown && (
        <Button isSmall onClick={() => show(shown + 10)}>
          Show earlier runs
        </Button>
      )}
    </Section>
  );
};

type ItemProps = { run: Run; left: number; timezone: string; currency: string | null };

const RunItem = ({ run, left, timezone, currency }: ItemProps) => {
  const { data: batch, error, refetch } = useQuery(batchQuery(run.batchId));
  const when = clockTimeNear(run.startedAt, Date.now(), timezone);
  return (
    <li>
      <span className="preview-title">{`“${run.name}”`}</span>
      <span className="small mute">{`${when}${run.byHand ? ', started by you' : ''}`}</span>
      {batch === undefined ? (
        error ? (
          <PanelError error={error} onRetry={refetch} />
        ) : (
          <span className="small mute">Loading…</span>
        )
      ) : (
        <Progress batch={batch} run={run} left={left} currency={currency} />
      )}
    </li>
  );
};

const Progress = ({ batch, run, left, currency }: Omit<ItemProps, 'timezone'> & { batch: PriceBatch }) => {
  const [isAsking, ask] = useState(false);
  const stop = useStopRun();
  const undo = useUndoRun();
  const done = batch.total - batch.waiting.length;
  const isRunning = batch.state === 'running';
  const stopNow = () =>
    whenDone(stop.mutateAsync(run.batchId), {
      onError: (error) => toastFailure(error, 'Stop Failed', 'Couldn’t stop the drops. Try again.'),
    });
  const undoAll = () => {
    ask(false);
    whenDone(undo.mutateAsync(run.batchId), {
      onSuccess: ({ message }) => toastDone('Drops undone', message),
      // A long undo outlives its call. The row shows how far it is.
      onError: (error) =>
        isOutage(error) || toastFailure(error, 'Undo Failed', 'Couldn’t restore the prices. Try again.'),
    });
  };
  return (
    <>
      <span className="small" role="status">
        {wordsOf(batch, { left, currency, isUndoing: undo.isPending })}
      </span>
      {isRunning && <ProgressBar done={done} of={batch.total} />}
      <Failures failures={[...batch.failed, ...batch.skipped]} />
      <span className="answers">
        {isRunning ? (
          <Button isSmall onClick={stopNow} isPending={stop.isPending} pendingText="Stopping…">
            Stop<span className="sr">{` “${run.name}”`}</span>
          </Button>
        ) : (
          batch.state === 'done' &&
          batch.updated.length > 0 && (
            <Button isSmall onClick={() => ask(true)} isPending={undo.isPending} pendingText="Restoring…">
              Undo all<span className="sr">{` of “${run.name}”`}</span>
            </Button>
          )
        )}
      </span>
      <ConfirmDialog
        title={`Undo “${run.name}”?`}
        isOpen={isAsking}
        onClose={() => ask(false)}
        verb={`Restore ${counted(batch.updated.length, 'price')}`}
        keep="Keep the drops"
        onGo={undoAll}
      >
        <p>
          {`Each price goes back to what it was, if nobody has changed it since.${left > 0 ? ` The ${counted(left, 'drop')} still to come today won’t be made.` : ''} Likers may have heard of the lower price already.`}
        </p>
      </ConfirmDialog>
    </>
  );
};

function wordsOf(
  { state, total, waiting, updated, reverted, message, secondsLeft }: PriceBatch,
  { left, currency, isUndoing }: { left: number; currency: string | null; isUndoing: boolean },
): string {
  const minutes = Math.round(secondsLeft / 60);
  const toGo = minutes > 0 ? `, about ${counted(minutes, 'minute')} to go` : '';
  if (state === 'running') return `${count(total - waiting.length)} of ${count(total)} done${toGo}`;
  if (state === 'undoing' || isUndoing)
    return `Restoring prices, ${count(reverted.length)} of ${count(updated.length)} done`;
  if (state === 'undone') return message;
  const cents = updated.reduce((sum, { oldPrice, newPrice }) => sum + oldPrice - newPrice, 0);
  const by = currency === null || cents === 0 ? '' : `, ${wholeDollars(cents, currency)} off`;
  const more = left === 0 ? '' : `. ${counted(left, 'more drop')} today`;
  return updated.length === 0 && left === 0
    ? 'No price dropped'
    : `${counted(updated.length, 'price')} dropped${by}${more}`;
}

const Failures = ({ failures }: { failures: PriceBatch['failed'] }) => {
  const { data: listings = [] } = useQuery(listingsQuery);
  if (failures.length === 0) return null;
  const titles = new Map(listings.map(({ id, title }) => [id, title]));
  return (
    <details className="held-back">
      <summary>
        Not changed <span className="mute">{count(failures.length)}</span>
      </summary>
      <ul className="preview-list">
        {failures.map(({ listingId, message }) => (
          <li key={listingId}>
            <span className="preview-title">{titles.get(listingId) ?? 'A listing'}</span>
            <span className="small mute">{message}</span>
          </li>
        ))}
      </ul>
    </details>
  );
};
