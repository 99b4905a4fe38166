// A price batch, price by price: its progress, its failures with their reasons, and undo. It stays until dismissed.
import { type RefObject, useEffect, useId, useRef } from 'react';
import { counted } from '#web/format/format.ts';
import { dollars } from '#web/format/money-format.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { changeMessages as messages } from '#web/messages/pricing/price-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { PanelError } from '#web/ui/panel.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Stamp, type StampKind } from '#web/ui/stamp.tsx';
import { toastDone, toastFailed, toastFailure } from '#web/ui/toast-store.ts';
import type { BatchRow, PriceBatchInHand } from './price-batch.ts';

export const PriceBatchPanel = ({ batch }: { batch: PriceBatchInHand }) => {
  const heading = useId();
  const head = useRef<HTMLHeadingElement>(null);
  const { kept, rows, isUnderWay } = batch;
  useFocusAtStart(kept?.key, head);
  if (kept === null) return null;
  const outcomes = outcomesOf(rows);
  const isOpen = isOpenBatch(batch);
  const stop = () =>
    whenDone(batch.stop(), {
      onSuccess: () => head.current?.focus(),
      onError: (error) => toastFailure(error, 'Stop Failed', 'Couldn’t stop the update. Try again.'),
      onSettled: batch.readAgain,
    });
  return (
    <section className="batch" aria-labelledby={heading}>
      <div className="spread">
        <h3 className="h-head" id={heading} ref={head} tabIndex={-1}>
          {headOf(batch, outcomes)}
        </h3>
        <Buttons batch={batch} outcomes={outcomes} onStop={stop} />
      </div>
      <p className="small mute" role="status">
        {textOf(batch, outcomes)}
      </p>
      {batch.isUnsure && (
        <Button isSmall className="batch-again" onClick={() => sendAgain(batch)}>
          Try again
        </Button>
      )}
      {isUnderWay && <ProgressBar done={outcomes.done} of={rows.length} />}
      {batch.unread && (
        <PanelError error={batch.unread} message="Couldn’t load the progress." onRetry={batch.readAgain} />
      )}
      <ul className="batch-list small">
        {rows.map((row) => (
          <Row
            key={row.listingId}
            row={row}
            onUndo={
              row.state === 'updated' && !isOpen && kept.batchId !== null ? () => undo(batch, [row.listingId]) : null
            }
          />
        ))}
      </ul>
    </section>
  );
};

/** The dialog that started a batch returns the focus to a button that is disabled now. The panel takes it instead. */
const useFocusAtStart = (key: string | undefined, head: RefObject<HTMLElement | null>): void => {
  const last = useRef(key);
  useEffect(() => {
    const isStarted = key !== undefined && key !== last.current;
    last.current = key;
    if (!isStarted) return;
    // After the dialog has closed, and whatever else then looks for a place for the focus.
    requestAnimationFrame(() => head.current?.focus({ preventScroll: true }));
  }, [key, head]);
};

const Buttons = ({ batch, outcomes, onStop }: { batch: PriceBatchInHand; outcomes: Outcomes; onStop: () => void }) =>
  isOpenBatch(batch) ? (
    outcomes.done > 0 && (
      <Button isSmall isPending={batch.isStopping} onClick={onStop}>
        Stop
      </Button>
    )
  ) : (
    <div className="answers">
      {outcomes.changed > 0 && batch.kept?.batchId != null && (
        <Button isSmall onClick={() => undo(batch)}>
          Undo all
        </Button>
      )}
      <Button isSmall look="bare" onClick={batch.dismiss}>
        Done
      </Button>
    </div>
  );

const isOpenBatch = ({ isUnderWay, isUndoing }: PriceBatchInHand): boolean => isUnderWay || isUndoing;

const undo = (batch: PriceBatchInHand, listingIds?: string[]): void =>
  whenDone(batch.undo(listingIds), {
    onSuccess: ({ message, reverted }) => {
      if (reverted.length === 0) toastFailed('Not restored', message);
      else toastDone(reverted.length === 1 ? 'Price restored' : 'Prices restored', message);
    },
    onError: (error) => toastFailure(error, 'Undo Failed', messages.undoFallback),
    onSettled: batch.readAgain,
  });

const sendAgain = (batch: PriceBatchInHand): void =>
  whenDone(batch.sendAgain(), {
    onError: (error) => toastFailure(error, 'Update Failed', messages.updateFallback),
  });

type Outcomes = ReturnType<typeof outcomesOf>;

const outcomesOf = (rows: readonly BatchRow[]) => {
  const count = (...states: BatchRow['state'][]) => rows.filter(({ state }) => states.includes(state)).length;
  const restored = count('reverted');
  return {
    done: rows.length - count('waiting'),
    changed: count('updated', 'skipped'),
    failed: count('failed'),
    stopped: count('stopped'),
    restored,
    isAll: restored === rows.length,
  };
};

const headOf = ({ isUndoing, isUnderWay, isUnsure }: PriceBatchInHand, { changed, restored }: Outcomes): string => {
  if (isUnsure) return 'The server didn’t answer';
  if (isUndoing) return 'Restoring prices';
  if (isUnderWay) return 'Changing prices';
  if (changed > 0) return 'Prices Updated';
  return restored > 0 ? 'Prices restored' : 'Prices unchanged';
};

const textOf = ({ isUnsure, isUnderWay, rows, minutesLeft }: PriceBatchInHand, outcomes: Outcomes): string => {
  if (isUnsure) return 'Hangtag can’t tell how far the update got. Trying again won’t change a price twice.';
  return isUnderWay
    ? `${outcomes.done} of ${rows.length} done${minutesLeft > 0 ? `, ${toGo(minutesLeft)}` : ''}. You can leave this page. The update continues.`
    : `${doneText(outcomes)}${minutesLeft > 0 ? ` Still ${toGo(minutesLeft)}.` : ''}`;
};

const toGo = (minutes: number): string => (minutes === 1 ? 'about a minute to go' : `about ${minutes} minutes to go`);

const doneText = ({ changed, failed, stopped, restored, isAll }: Outcomes): string =>
  [
    changed > 0 && `${counted(changed, 'price')} changed.`,
    restored > 0 && `${isAll && restored > 1 ? 'All ' : ''}${counted(restored, 'price')} restored.`,
    changed + restored === 0 && 'No prices were changed.',
    stopped > 0 && `${stopped === 1 ? '1 price wasn’t' : `${stopped} prices weren’t`} sent because you stopped.`,
    failed > 0 && `${counted(failed, 'price')} couldn’t be changed.`,
  ]
    .filter(Boolean)
    .join(' ');

const stamps: Record<BatchRow['state'], { kind: StampKind; name: string }> = {
  waiting: { kind: 'none', name: 'Waiting' },
  updated: { kind: 'go', name: 'Updated' },
  stopped: { kind: 'off', name: 'Stopped' },
  failed: { kind: 'halt', name: 'Not changed' },
  reverted: { kind: 'none', name: 'Restored' },
  skipped: { kind: 'mind', name: 'Not restored' },
};

const Row = ({ row, onUndo }: { row: BatchRow; onUndo: (() => void) | null }) => {
  // A restored price went the other way.
  const [from, to] = row.state === 'reverted' ? [row.newPrice, row.oldPrice] : [row.oldPrice, row.newPrice];
  return (
    <li className={row.state}>
      <span className="batch-what">
        {row.title}
        {row.why !== null && <small>{row.why}</small>}
      </span>
      <span className="batch-change">
        {dollars(from)} <span aria-hidden="true">→</span>
        <span className="sr">to</span> {dollars(to)}
      </span>
      <span className="batch-state">
        <Stamp kind={stamps[row.state].kind}>{stamps[row.state].name}</Stamp>
      </span>
      <span className="batch-undo">
        {onUndo !== null && (
          <Button isSmall look="bare" onClick={onUndo} aria-label={`Undo ${row.title}`}>
            Undo
          </Button>
        )}
      </span>
    </li>
  );
};
