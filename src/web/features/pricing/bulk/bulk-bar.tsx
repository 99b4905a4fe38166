// The bar below the list that changes or analyzes the selected listings.
import { useRef, useState } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import { count, counted, roughly } from '#web/format/format.ts';
import { totals } from '#web/format/money-format.ts';
import { useNow } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Bulk, BulkLine, BulkReport } from '#web/ui/list/bulk.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { type AnalysisRun, useAnalyzeMany } from './analyze-many.ts';
import { FactForm, FloorForm } from './bulk-forms.tsx';
import type { Edit } from './kept-bulk.ts';
import { type EditState, useBulkEdit } from './use-bulk-edit.ts';

type Props = {
  chosen: readonly Listing[];
  /** How many of them the filters hide. */
  hidden: number;
  /** All that are for sale, to see what was changed since. */
  listings: readonly Listing[];
  onClear: () => void;
  seller: { id: string; isGuest: boolean };
};

const forms = ['floorPrice', 'costCents', 'shelf'] as const;
const formNames = { floorPrice: 'Floor price', costCents: 'Set cost', shelf: 'Set shelf' };
type Form = (typeof forms)[number];

/**
 * Stays while something it started runs or has a result to show, even if nothing is selected any longer. It has two lines at most: a
 * change puts the result of an analysis away, and the other way around.
 */
export const BulkBar = ({ chosen, hidden, listings, onClear, seller }: Props) => {
  const edits = useBulkEdit(seller.id, listings);
  const analysis = useAnalyzeMany(seller);
  const [form, open] = useState<Form | null>(null);
  const buttons = useRef<Partial<Record<Form, HTMLButtonElement | null>>>({});
  const close = () => {
    open(null);
    // The form had the focus and is gone now.
    requestAnimationFrame(() => form && buttons.current[form]?.focus());
  };
  const isChanging = edits.state?.kind === 'running';
  const isAnalyzing = analysis.run?.kind === 'running';
  const change = (edit: Edit) => {
    if (!isAnalyzing) analysis.dismiss();
    edits.run(edit, chosen);
  };
  const analyze = () => {
    if (!isChanging) edits.dismiss();
    analysis.start(chosen);
  };
  const isEmpty = chosen.length === 0;
  const asked = {
    chosen,
    onCancel: close,
    onSet: (edit: Edit) => {
      close();
      change(edit);
    },
  };
  return (
    <Bulk label="Selected listings" isEmpty={isEmpty && edits.state === null && analysis.run === null}>
      {edits.state && <EditReport state={edits.state} edits={edits} />}
      {analysis.run && <BulkAnalysis analysis={analysis} run={analysis.run} />}
      {!isEmpty && form === 'floorPrice' && <FloorForm {...asked} />}
      {!isEmpty && (form === 'costCents' || form === 'shelf') && <FactForm key={form} fact={form} {...asked} />}
      {!isEmpty && form === null && (edits.state === null || analysis.run === null) && (
        <div className="bulk-line">
          <p role="status">
            <b>{count(chosen.length)} selected</b>{' '}
            <span className="mute">{`${totals(chosen)} asking${hidden > 0 ? `, ${count(hidden)} hidden by filters` : ''}`}</span>
          </p>
          <div className="bulk-acts answers">
            {forms.map((name) => (
              <Button
                key={name}
                ref={(button) => {
                  buttons.current[name] = button;
                }}
                isSmall
                isPending={isChanging}
                onClick={() => open(name)}
              >
                {formNames[name]}
              </Button>
            ))}
            {[true, false].map((skipSharing) => (
              <Button key={`${skipSharing}`} isSmall isPending={isChanging} onClick={() => change({ skipSharing })}>
                {skipSharing ? 'Skip sharing' : 'Share again'}
              </Button>
            ))}
            <Button isSmall isPending={isAnalyzing} onClick={analyze}>
              Analyze
            </Button>
          </div>
          <Button isSmall look="bare" onClick={onClear}>
            Clear selection
          </Button>
        </div>
      )}
    </Bulk>
  );
};

const listings = (number: number): string => counted(number, 'listing');

const pending = {
  floor: 'Setting the floor price…',
  unfloor: 'Removing the floor price…',
  skip: 'Changing sharing…',
  share: 'Changing sharing…',
  cost: 'Setting the cost…',
  uncost: 'Removing the cost…',
  shelf: 'Setting the shelf…',
  unshelf: 'Removing the shelf…',
  undo: 'Undoing…',
};

const done = {
  floor: (number: number) => `Floor price set for ${listings(number)}.`,
  unfloor: (number: number) => `Floor price removed from ${listings(number)}.`,
  skip: (number: number) => `Rounds now skip ${listings(number)}.`,
  share: (number: number) => `Rounds share ${listings(number)} again.`,
  cost: (number: number) => `Cost set for ${listings(number)}.`,
  uncost: (number: number) => `Cost removed from ${listings(number)}.`,
  shelf: (number: number) => `Shelf set for ${listings(number)}.`,
  unshelf: (number: number) => `Shelf removed from ${listings(number)}.`,
  undo: (number: number) => `Undone for ${listings(number)}.`,
};

const nothingToDo = {
  floor: 'These listings already have that floor price.',
  unfloor: 'None of these listings has a floor price.',
  skip: 'Rounds already skip these listings.',
  share: 'Rounds already share these listings.',
  cost: 'These listings already have that cost.',
  uncost: 'None of these listings has a cost.',
  shelf: 'These listings are already on that shelf.',
  unshelf: 'None of these listings has a shelf.',
  undo: 'Nothing to undo. These listings were changed since.',
};

const EditReport = ({ state, edits }: { state: EditState; edits: ReturnType<typeof useBulkEdit> }) => {
  if (state.kind === 'running') {
    const progress = state.of > 0 ? `${count(state.done)} of ${count(state.of)}` : '';
    return <BulkLine status={`${pending[state.what]} ${progress}`} />;
  }
  const { what, changes, refused, stopped } = state;
  const isNothing = changes.length === 0 && refused.length === 0 && stopped === null;
  return (
    <>
      <BulkReport
        text={isNothing ? nothingToDo[what] : changes.length > 0 && done[what](changes.length)}
        stopped={stopped && `${stopped} The rest stays as it was.`}
        next={what !== 'undo' && changes.length > 0 && { word: 'Undo', onPress: () => edits.undo(changes) }}
        onDone={edits.dismiss}
      />
      <Refused title={`${listings(refused.length)} not changed:`} items={refused} />
    </>
  );
};

const tallyWords = ({ raise, lower, keep, unsure }: { raise: number; lower: number; keep: number; unsure: number }) =>
  [
    `${count(raise)} to raise`,
    `${count(lower)} to lower`,
    `${count(keep)} to keep`,
    ...(unsure > 0 ? [`${count(unsure)} without enough data`] : []),
  ].join(', ');

const endings = { canceled: 'Canceled. ', stopped: 'Stopped. ', done: '', running: '' };

/** The advice of the tally adds up to the analyzed listings. Those that were refused are listed apart. */
const analysisReport = ({ kind, done, of, tally, refused }: AnalysisRun): string => {
  const analyzed = done - refused.length;
  const advice = analyzed > 0 ? `: ${tallyWords(tally)}` : '';
  const all = analyzed === of ? listings(of) : `${count(analyzed)} of ${listings(of)}`;
  return `${endings[kind]}Analyzed ${all}${advice}.`;
};

/** Less than that is over before anyone has read how long it takes. */
const worthSayingMs = 5_000;

const BulkAnalysis = ({ analysis, run }: { analysis: ReturnType<typeof useAnalyzeMany>; run: AnalysisRun }) =>
  run.kind === 'running' ? (
    <Progress run={run} onCancel={analysis.cancel} />
  ) : (
    <>
      <BulkReport
        text={analysisReport(run)}
        stopped={run.reason}
        next={run.rest.length > 0 && { word: 'Continue', onPress: analysis.resume }}
        onDone={analysis.dismiss}
      />
      <Refused title={`${listings(run.refused.length)} not analyzed:`} items={run.refused} />
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
  const text = `Analyzing ${count(done)} of ${listings(of)}`;
  return (
    <div className="bulk-line">
      {/* Not a status: a screen reader would read every number. The outcome is one. */}
      <p>
        {text}
        <span className="mute"> {timeOf(run, now)}</span>
        <ProgressBar done={done} of={of} label={text} />
      </p>
      <div className="bulk-acts answers">
        <Button isSmall onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
};

const mostNamed = 3;

type RefusedItems = AnalysisRun['refused'];

const Refused = ({ title, items }: { title: string; items: RefusedItems }) =>
  items.length > 0 && (
    <div className="refused small">
      <p>{title}</p>
      <List items={items.slice(0, mostNamed)} />
      {items.length > mostNamed && (
        <details className="unfold">
          <summary>{`and ${count(items.length - mostNamed)} more`}</summary>
          <List items={items.slice(mostNamed)} />
        </details>
      )}
    </div>
  );

const List = ({ items }: { items: RefusedItems }) => (
  <ul>
    {items.map(({ title, message }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two listings may have the same title
      <li key={index}>
        <b>{title}</b> {message}
      </li>
    ))}
  </ul>
);
