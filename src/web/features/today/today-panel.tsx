// What to do today, at the top of the dashboard: each task with one tap to do it, and put off by a swipe, a key, or a button.
import { useRef, useState } from 'react';
import type { TodayKind } from '#domain/today/today.ts';
import { useNarrow } from '#web/lib/browser/narrow.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { todayQuery, useSnooze, useWake } from './queries.ts';
import { type Act, TodayRow, type TodayTask } from './today-row.tsx';
import './today.css';

/** How many tasks show before the seller asks for all of them. The bot’s band has to stay in sight. */
const shownOf = { wide: 3, narrow: 2 };

type Props = {
  /** Kinds that another part of the screen already shows. */
  without: readonly TodayKind[];
  acts: Partial<Record<TodayKind, Act>>;
};

/** Nothing at all while every task is shown elsewhere. */
export const TodayPanel = ({ without, acts }: Props) => {
  const { data, error, refetch } = useSteadyQuery(todayQuery);
  const tasks = data?.tasks.filter(({ kind }) => !without.includes(kind));
  if (tasks?.length === 0 && data?.tasks.length !== 0) return null;
  return (
    <section className="today-panel" aria-labelledby="today">
      <div className="wrap">
        <h2 className="today-title h-title" id="today" tabIndex={-1}>
          Today
        </h2>
        {tasks === undefined ? (
          <p className="today-line">
            <span role="status">{error === null ? 'Loading what to do today' : 'Couldn’t load what to do today.'}</span>
            {error !== null && (
              <Button isSmall look="bare" onClick={() => void refetch()}>
                Try again
              </Button>
            )}
          </p>
        ) : tasks.length === 0 ? (
          <p className="today-line mute">Nothing to do today.</p>
        ) : (
          <Tasks tasks={tasks} acts={acts} />
        )}
      </div>
    </section>
  );
};

const Tasks = ({ tasks, acts }: { tasks: readonly TodayTask[]; acts: Props['acts'] }) => {
  const [isOpen, open] = useState(false);
  const most = useNarrow() ? shownOf.narrow : shownOf.wide;
  const list = useRef<HTMLOListElement>(null);
  const putOff = usePutOff();
  const more = tasks.length - most;
  const shown = isOpen ? tasks : tasks.slice(0, most);
  return (
    <div className="today-tasks">
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari takes a list for none */}
      <ol className="ruled" ref={list} role="list">
        {shown.map((task, index) => (
          <TodayRow
            key={task.kind}
            task={task}
            act={acts[task.kind]}
            onSnooze={(days) => {
              keepFocus(list.current, index);
              putOff(task, days);
            }}
          />
        ))}
      </ol>
      {more > 0 && (
        <Button isSmall look="bare" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {isOpen ? 'Show fewer' : `${more} more`}
        </Button>
      )}
    </div>
  );
};

/** The row is about to go: the next one gets its focus, or the one before it, or the title. */
const keepFocus = (list: HTMLOListElement | null, index: number): void => {
  const rows = list?.querySelectorAll<HTMLElement>('.today-do') ?? [];
  if (!list?.contains(document.activeElement)) return;
  (rows[index + 1] ?? rows[index - 1] ?? document.getElementById('today'))?.focus();
};

const usePutOff = () => {
  const snooze = useSnooze();
  const wake = useWake();
  const failed = (error: unknown) => toastFailure(error, 'Not saved', 'This couldn’t be saved. Try again in a moment.');
  const takeBack = (kind: TodayKind) =>
    whenDone(wake.mutateAsync({ kind }), { onSuccess: () => toastDone('It’s back'), onError: failed });
  return ({ kind, title }: TodayTask, days: number) =>
    whenDone(snooze.mutateAsync({ kind, days }), {
      onSuccess: () =>
        toastDone(days === 1 ? 'Put off until tomorrow' : `Put off for ${days} days`, title, {
          label: 'Undo',
          run: () => takeBack(kind),
        }),
      onError: failed,
    });
};
