// The preview of a plan, from which the seller runs it now.
import { useQuery } from '@tanstack/react-query';
import type { PreviewedDrop, SavedPlan } from '#contract/drops/drops.ts';
import { inDollars, inWholeDollars, sharedCurrency } from '#domain/money.ts';
import { count, counted } from '#web/format/format.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { NoData } from '#web/ui/panel.tsx';
import { keptWords, PreviewLists } from '#web/ui/sentence/preview-lists.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { draftsOf, type PlanDraft, planBody } from './plan-draft.ts';
import { type PreviewAsk, previewQuery, useRunPlan, useSavePlans } from './queries.ts';

/** `none`: it has changes that aren't saved. `save`: it is saved first, below the others. */
export type Shown = { plan: PlanDraft; run: 'saved' | 'save' | 'none'; isClearOut: boolean };

type Props = {
  shown: Shown | null;
  saved: readonly SavedPlan[];
  onChoose: (plan: PlanDraft) => void;
  onClose: () => void;
};

export const PreviewSheet = ({ shown, saved, onChoose, onClose }: Props) => (
  <Sheet
    isOpen={shown !== null}
    onClose={onClose}
    closeWord="Close preview"
    over={shown?.isClearOut ? 'Closet Clear Out today' : 'What would drop now'}
    title={shown?.plan.name ?? ''}
  >
    {shown !== null && <Body key={shown.plan.key} {...{ shown, saved, onChoose, onClose }} />}
  </Sheet>
);

const Body = ({ shown, saved, onChoose, onClose }: Props & { shown: Shown }) => {
  const { plan, run } = shown;
  const ask: PreviewAsk = run === 'saved' && plan.id !== null ? { planId: plan.id } : { plan: planBody(plan) };
  const { data, error, refetch, isPlaceholderData } = useQuery(previewQuery(ask));
  const running = useRunPlan();
  const saving = useSavePlans();
  const going = data?.drops.filter(({ blocked }) => blocked === null).length ?? 0;
  const start = async () => {
    if (run === 'saved' && plan.id !== null) return running.mutateAsync(plan.id);
    const { plans } = await saving.mutateAsync({ plans: [...draftsOf(saved), plan].map(planBody) });
    return running.mutateAsync(plans.at(-1)?.id ?? '');
  };
  const go = () =>
    whenDone(start(), {
      onSuccess: () => {
        onClose();
        toastDone('Prices are dropping', `${counted(going, 'price')}, one after another. You can leave this page.`);
      },
      onError: (failure) => toastFailure(failure, 'Nothing dropped', 'Couldn’t start the drops. Try again.'),
    });
  return (
    <div className="lines">
      {shown.isClearOut && saved.length > 1 && (
        <SelectField
          label="By which plan"
          value={plan.key}
          options={saved.map(({ id, name }) => [id, name])}
          onChange={({ target }) => {
            const chosen = draftsOf(saved).find(({ key }) => key === target.value);
            if (chosen !== undefined) onChoose(chosen);
          }}
        />
      )}
      {run === 'save' && (
        <p className="small mute">
          {`Every listing drops to ${plan.percent}% below its lowest price, and none below its floor price. Hangtag keeps this as a plan that is off, so that you can change it.`}
        </p>
      )}
      {data === undefined || isPlaceholderData ? (
        <NoData error={error} onRetry={refetch} lines={6} label="Loading the preview" />
      ) : (
        <>
          {run !== 'none' && going > 0 && (
            <Button
              look="primary"
              onClick={go}
              isPending={running.isPending || saving.isPending}
              pendingText="Starting…"
            >
              {`Drop ${counted(going, 'price')} now`}
            </Button>
          )}
          {run === 'none' && <p className="small mute">Save the plan to run it today.</p>}
          <div className="sentences">
            <p role="status">{summaryOf(data.drops)}</p>
            <PreviewLists all={data.drops} reasons={blockedWords} line={(drop) => <Drop drop={drop} />} />
          </div>
        </>
      )}
    </div>
  );
};

const Drop = ({ drop }: { drop: PreviewedDrop }) => {
  const { title, earningsCents, profitCents, lowestKnown, blocked } = drop;
  return (
    <>
      <span className="preview-title">{title}</span>
      <span className="small">{dropWords(drop)}</span>
      {earningsCents !== null && (
        <span className="small mute">{`Then ${keptWords({ earningsCents, profitCents })}.`}</span>
      )}
      {!lowestKnown && blocked === null && (
        <span className="small mute">May not reach your likers: the lowest price isn’t known.</span>
      )}
    </>
  );
};

function summaryOf(all: readonly PreviewedDrop[]): string {
  const going = all.filter(({ blocked }) => blocked === null);
  if (all.length === 0) return 'No listing for sale fits this plan, as of the last sync.';
  if (going.length === 0) return 'Nothing drops now. Below is why.';
  const currency = sharedCurrency(going);
  const off = going.reduce((sum, { price, newPrice }) => sum + (price ?? 0) - (newPrice ?? 0), 0);
  const by = currency === null ? '' : `, ${inWholeDollars(off * 100, currency)} off in all`;
  const unknown = going.filter(({ lowestKnown }) => !lowestKnown).length;
  const reach =
    unknown === 0
      ? ' Poshmark tells the likers.'
      : ` Hangtag doesn’t know the lowest price of ${unknown === going.length ? 'any of them' : count(unknown)}, so likers may not hear of ${unknown === going.length ? 'it' : 'those'}. Import your inventory report to add the lowest prices.`;
  return `${counted(going.length, 'price')} ${going.length === 1 ? 'drops' : 'drop'}${by}.${reach}`;
}

const blockedWords: Record<NonNullable<PreviewedDrop['blocked']>, { name: string; why: string }> = {
  day_full: {
    name: 'Over the day’s number',
    why: 'The plan drops no more than that many prices a day. Others come first.',
  },
  resting: { name: 'Resting', why: 'Their price changed too recently for this plan.' },
  dropped_today: { name: 'Dropped today', why: 'A plan dropped their price today. No listing drops twice on one day.' },
  changing: { name: 'Changing right now', why: 'Hangtag is changing their price. They are left for the next day.' },
  below_floor: {
    name: 'Floor price too close',
    why: 'A drop would end less than 10% below their lowest price, so likers wouldn’t hear of it. Lower the floor price, or wait for a buyer.',
  },
  below_profit: {
    name: 'Too little profit',
    why: 'A drop that likers hear of would leave less than the plan’s profit.',
  },
  below_minimum: { name: 'As low as it gets', why: 'Poshmark takes no price below $3.' },
  cost_unknown: { name: 'No cost', why: 'The plan keeps a profit, and these have no cost. Add it in Market analysis.' },
  fees_unknown: { name: 'Another currency', why: 'Hangtag knows Poshmark’s fees only in US dollars.' },
  large_change: {
    name: 'More than 60% at once',
    why: 'Their lowest price was far below today’s. Hangtag makes such a change only if you set it yourself.',
  },
  price_unknown: { name: 'No price', why: 'Hangtag couldn’t read their price. Sync your closet.' },
};

const inWhole = (dollars: number, currency: string): string => inDollars(dollars * 100, currency);

/** “$36, from $40. Its lowest was $40.” */
function dropWords({ price, lowestPrice, lowestKnown, newPrice, currency, isAtFloor }: PreviewedDrop): string {
  const now = price === null ? '' : inWhole(price, currency);
  const lowest = lowestPrice === null || !lowestKnown ? '' : ` Its lowest was ${inWhole(lowestPrice, currency)}.`;
  if (newPrice === null) return `${now === '' ? 'No price' : now}.${lowest}`;
  return `${inWhole(newPrice, currency)}, from ${now}.${lowest}${isAtFloor ? ' It stops at its floor.' : ''}`;
}
