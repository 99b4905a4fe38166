// The preview of a plan, from which the seller runs it now.
import { useQuery } from '@tanstack/react-query';
import type { SavedPlan } from '#contract/drops.ts';
import { counted } from '#web/format/format.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { NoData } from '#web/ui/panel.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { draftsOf, type PlanDraft, planBody } from '../plans/plan-draft.ts';
import { type PreviewAsk, previewQuery, useRunPlan, useSavePlans } from '../queries.ts';
import { DropPreview } from './drop-preview.tsx';

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
  const count = data?.drops.filter(({ blocked }) => blocked === null).length ?? 0;
  const start = async () => {
    if (run === 'saved' && plan.id !== null) return running.mutateAsync(plan.id);
    const { plans } = await saving.mutateAsync({ plans: [...draftsOf(saved), plan].map(planBody) });
    return running.mutateAsync(plans.at(-1)?.id ?? '');
  };
  const go = () =>
    whenDone(start(), {
      onSuccess: () => {
        onClose();
        toastDone('Prices are dropping', `${counted(count, 'price')}, one after another. You can leave this page.`);
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
          {run !== 'none' && count > 0 && (
            <Button
              look="primary"
              onClick={go}
              isPending={running.isPending || saving.isPending}
              pendingText="Starting…"
            >
              {`Drop ${counted(count, 'price')} now`}
            </Button>
          )}
          {run === 'none' && <p className="small mute">Save the plan to run it today.</p>}
          <DropPreview drops={data.drops} />
        </>
      )}
    </div>
  );
};
