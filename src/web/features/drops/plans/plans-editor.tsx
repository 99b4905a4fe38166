// Edits the plans in order, and saves them.
import { useQuery } from '@tanstack/react-query';
import { DropPlans, type SavedPlan } from '#contract/drops/drops.ts';
import { dropBounds } from '#domain/drops/plan.ts';
import { listingsQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Plus } from '#web/ui/icons.tsx';
import { SentenceList } from '#web/ui/sentence/sentence-list.tsx';
import { SaveBar, useDraft } from '#web/ui/sentence/use-draft.tsx';
import { useSavePlans } from '../queries.ts';
import { anotherPlan, bodyOf, draftsOf, type PlanDraft, startingPlan } from './plan-draft.ts';
import { PlanSentence } from './plan-sentence.tsx';

type Props = {
  saved: readonly SavedPlan[];
  today: string;
  /** `isSaved`: the plan is as it was saved, so it can be run. */
  onPreview: (plan: PlanDraft, isSaved: boolean) => void;
};

export const PlansEditor = ({ saved, today, onPreview }: Props) => {
  const { data: listings = [] } = useQuery(listingsQuery);
  const edited = useDraft({
    noun: 'plans',
    saved: draftsOf(saved),
    schema: DropPlans,
    bodyOf,
    save: useSavePlans(),
  });
  const { draft: plans, isChanged, change } = edited;
  return (
    <section className="sentences" aria-labelledby="drop-plans">
      <div className="sentences-head">
        <h2 className="h-title" id="drop-plans">
          Plans
        </h2>
        {plans.length > 1 && (
          <p className="small mute">A listing drops once a day at most, by the first plan that fits.</p>
        )}
      </div>
      {plans.length === 0 ? (
        <div className="lines-close">
          <p>You have no plans yet, so prices drop only when you change them.</p>
          <p className="mute">
            A sensible start drops what has waited for a month: each week, 10% below the lowest price, no listing more
            often than every two weeks, and nothing below its floor price.
          </p>
          <div className="answers">
            <Button look="ink" onClick={() => change([startingPlan()])}>
              A sensible start
            </Button>
            <Button onClick={() => change([anotherPlan(1)])}>Make your own</Button>
          </div>
        </div>
      ) : (
        <>
          <SentenceList
            noun="plan"
            items={plans}
            problems={edited.problems}
            listings={listings}
            onChange={change}
            says={(plan, parts) => <PlanSentence plan={plan} today={today} {...parts} />}
            foot={(plan, _, name) => (
              <div className="answers">
                {!plan.enabled && <span className="small mute">Off. It runs only when you say so.</span>}
                <Button isSmall onClick={() => onPreview(plan, plan.id !== null && !isChanged)}>
                  Preview<span className="sr">{` ${name}`}</span>
                </Button>
              </div>
            )}
          />
          {plans.length < dropBounds.plans && (
            <Button icon={<Plus />} onClick={() => change([...plans, anotherPlan(plans.length + 1)])}>
              Add a plan
            </Button>
          )}
        </>
      )}
      {(isChanged || saved.length > 0) && <SaveBar noun="plans" {...edited} />}
    </section>
  );
};
