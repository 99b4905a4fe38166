// Price drops by plan: the plans, the next four weeks, Closet Clear Out today, and the last runs.
import { useState } from 'react';
import type { SavedPlan } from '#contract/drops/drops.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { NoData } from '#web/ui/panel.tsx';
import { clearOutPlan, draftsOf } from './plans/plan-draft.ts';
import { PlansEditor } from './plans/plans-editor.tsx';
import { PreviewSheet, type Shown } from './preview/preview-sheet.tsx';
import { calendarQuery, plansQuery } from './queries.ts';
import { DropCalendar } from './runs/drop-calendar.tsx';
import { RunList } from './runs/run-list.tsx';
import './drops.css';

const DropsSection = () => {
  const plans = useSteadyQuery(plansQuery);
  const calendar = useSteadyQuery(calendarQuery);
  const [shown, show] = useState<Shown | null>(null);
  if (plans.data === undefined || calendar.data === undefined) {
    const { error, refetch } = plans.data === undefined && plans.error !== null ? plans : calendar;
    return <NoData error={error} onRetry={refetch} lines={8} label="Loading your plans" />;
  }
  const saved = plans.data.plans;
  return (
    <div className="two-sides">
      <div className="drops-head spread">
        <p className="lead-s mute">
          Poshmark tells a listing’s likers when its price drops at least 10% below the lowest it ever was.
        </p>
        <Button look="primary" onClick={() => show(clearOut(saved))}>
          Closet Clear Out today
        </Button>
      </div>
      <PlansEditor
        saved={saved}
        today={calendar.data.days[0]?.date ?? ''}
        onPreview={(plan, isSaved) => show({ plan, run: isSaved ? 'saved' : 'none', isClearOut: false })}
      />
      <div className="drops-aside">
        <DropCalendar calendar={calendar.data} plans={saved} />
        <RunList calendar={calendar.data} />
      </div>
      <PreviewSheet
        shown={shown}
        saved={saved}
        onChoose={(plan) => show({ plan, run: 'saved', isClearOut: true })}
        onClose={() => show(null)}
      />
    </div>
  );
};

/** By the first plan that is on, or by a plan that is made for it. */
function clearOut(saved: readonly SavedPlan[]): Shown {
  const drafts = draftsOf(saved);
  const plan = drafts.find(({ enabled }) => enabled) ?? drafts[0];
  return plan === undefined
    ? { plan: clearOutPlan(), run: 'save', isClearOut: true }
    : { plan, run: 'saved', isClearOut: true };
}

export default DropsSection;
