// Edits the plans, and saves them all at once.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedPlan } from '#contract/drops.ts';
import { ApiFailure } from '#contract/failure.ts';
import { dropBounds } from '#domain/drops/plan.ts';
import { failureMessage, whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Plus } from '#web/ui/icons.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { draftKey, useSavePlans } from '../queries.ts';
import { anotherPlan, check, draftsOf, isChanged, type PlanDraft, type Problems, startingPlan } from './plan-draft.ts';
import { PlanList } from './plan-list.tsx';

type Props = {
  saved: readonly SavedPlan[];
  today: string;
  /** `isSaved`: the plan is as it was saved, so it can be run. */
  onPreview: (plan: PlanDraft, isSaved: boolean) => void;
};

export const PlansEditor = ({ saved, today, onPreview }: Props) => {
  const client = useQueryClient();
  const [changed, setChanged] = useState(() => client.getQueryData<readonly PlanDraft[] | null>(draftKey) ?? null);
  /** What only the server knows, until something is changed. */
  const [refused, setRefused] = useState<Problems>(new Map());
  const save = useSavePlans();
  const plans = changed ?? draftsOf(saved);
  const { body, problems } = check(plans);
  /** Also while the seller looks at another screen. */
  const keep = (next: readonly PlanDraft[] | null) => {
    setChanged(next);
    client.setQueryDefaults(draftKey, { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData(draftKey, next);
  };
  const edit = (next: readonly PlanDraft[]) => {
    setRefused(new Map());
    keep(isChanged(next, saved) ? next : null);
  };
  const send = () => {
    if (body === null) return focusProblem();
    whenDone(save.mutateAsync(body), {
      onSuccess: () => {
        keep(null);
        toastDone('Plans saved');
      },
      onError: (error) => {
        if (error instanceof ApiFailure) setRefused(new Map(Object.entries(error.fields)));
        toastFailed('Not saved', failureMessage(error, 'Couldn’t save the plans. Try again.'), { error });
      },
    });
  };
  const shown = problems.size > 0 ? problems : refused;
  return (
    <section className="drop-plans" aria-labelledby="drop-plans">
      <div className="drop-plans-head">
        <h2 className="h-title" id="drop-plans">
          Plans
        </h2>
        {plans.length > 1 && (
          <p className="small mute">A listing drops once a day at most, by the first plan that fits.</p>
        )}
      </div>
      {plans.length === 0 ? (
        <div className="no-plans">
          <p>You have no plans yet, so prices drop only when you change them.</p>
          <p className="mute">
            A sensible start drops what has waited for a month: each week, 10% below the lowest price, no listing more
            often than every two weeks, and nothing below its floor price.
          </p>
          <div className="plan-foot">
            <Button look="ink" onClick={() => edit([startingPlan()])}>
              A sensible start
            </Button>
            <Button onClick={() => edit([anotherPlan(1)])}>Make your own</Button>
          </div>
        </div>
      ) : (
        <>
          <PlanList
            plans={plans}
            problems={shown}
            today={today}
            onChange={edit}
            onPreview={(plan) => onPreview(plan, plan.id !== null && changed === null)}
          />
          {plans.length < dropBounds.plans && (
            <Button icon={<Plus />} onClick={() => edit([...plans, anotherPlan(plans.length + 1)])}>
              Add a plan
            </Button>
          )}
        </>
      )}
      {(changed !== null || saved.length > 0) && (
        <div className={changed === null ? 'save-rules' : 'save-rules on'}>
          <p className="small" role="status">
            {changed === null
              ? 'All changes saved.'
              : shown.size > 0
                ? `Fix ${shown.size === 1 ? 'the marked part' : 'the marked parts'} first.`
                : 'Not saved yet.'}
          </p>
          {changed !== null && (
            <>
              <Button look="bare" onClick={() => edit(draftsOf(saved))}>
                Undo changes
              </Button>
              <Button look="primary" onClick={send} isPending={save.isPending} pendingText="Saving…">
                Save plans
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  );
};

const focusProblem = () => document.querySelector<HTMLElement>('.drop-plans [aria-invalid]')?.focus();
