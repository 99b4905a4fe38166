// What to do today, at the top of the dashboard: each task with one tap to do it, and put off by a swipe, a key, or a button.
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Today } from '#contract/today/today.ts';
import type { TodayKind } from '#domain/today/today.ts';
import { useNarrow } from '#web/lib/browser/narrow.ts';
import { paths } from '#web/lib/paths.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { todayQuery, useSnooze, useWake } from './queries.ts';
import './today.css';

/** How many tasks show before the seller asks for all of them. The bot’s band has to stay in sight. */
const shownOf = { wide: 3, narrow: 2 };

type Acts = Partial<Record<TodayKind, Act>>;

/** Nothing at all while every task is shown elsewhere. `without`: kinds that another part of the screen already shows. */
export const TodayPanel = ({ without, acts }: { without: readonly TodayKind[]; acts: Acts }) => {
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

const Tasks = ({ tasks, acts }: { tasks: readonly TodayTask[]; acts: Acts }) => {
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

type TodayTask = Today['tasks'][number];

/** What the screen does in place of the task’s own action, or besides it. */
type Act = { label?: string; run: () => void };

const choices = [
  { days: 1, name: 'Tomorrow' },
  { days: 3, name: 'In 3 days' },
  { days: 7, name: 'In a week' },
  { days: 30, name: 'In 30 days' },
] as const;

type RowProps = { task: TodayTask; act: Act | undefined; onSnooze: (days: number) => void };

const TodayRow = ({ task, act, onSnooze }: RowProps) => {
  const [isChoosing, choose] = useState(false);
  const choicesId = useId();
  const swipe = useSwipe(() => onSnooze(1));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Delete') onSnooze(1);
    else if (event.key === 'Escape' && isChoosing) {
      choose(false);
      event.currentTarget.querySelector<HTMLElement>('.today-later')?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <li className="today-row" onKeyDown={onKeyDown} {...swipe}>
      <Do task={task} act={act} />
      <Button
        isSmall
        look="bare"
        className="today-later"
        aria-label={`Later: ${task.title}`}
        aria-expanded={isChoosing}
        aria-controls={choicesId}
        onClick={() => choose(!isChoosing)}
      >
        Later
      </Button>
      {isChoosing && (
        <fieldset className="today-choices answers" id={choicesId}>
          <legend className="small mute">Show it again</legend>
          {choices.map(({ days, name }) => (
            <Button key={days} isSmall onClick={() => onSnooze(days)}>
              {name}
            </Button>
          ))}
        </fieldset>
      )}
    </li>
  );
};

const here = `${paths.dashboard}#`;

const Do = ({ task: { title, detail, action }, act }: Pick<RowProps, 'task' | 'act'>) => {
  const content = (
    <>
      <span>
        <b>{title}</b> <span className="today-detail">{detail}</span>
      </span>{' '}
      <span className="today-verb">{act?.label ?? action.label}</span>
    </>
  );
  const props = { className: 'today-do', 'aria-keyshortcuts': 'Delete', onClick: act?.run };
  if (act?.label !== undefined)
    return (
      <button type="button" {...props}>
        {content}
      </button>
    );
  return action.href.startsWith(here) ? (
    <a href={action.href.slice(here.length - 1)} {...props}>
      {content}
    </a>
  ) : (
    <Link href={action.href} {...props}>
      {content}
    </Link>
  );
};

/** From here on the row goes when it is let go. */
const leastPx = 96;
/** A finger that moves less is a tap. */
const tapPx = 8;

/** Lets a finger push a row aside, in either direction. Mice and keyboards have a button for the same. */
const useSwipe = (onSwiped: () => void) => {
  const from = useRef<{ x: number; id: number } | null>(null);
  const hasMoved = useRef(false);
  const move = (row: HTMLElement, px: number | null) =>
    px === null ? row.style.removeProperty('translate') : row.style.setProperty('translate', `${px}px 0`);
  const end = (event: PointerEvent<HTMLElement>): number => {
    const start = from.current;
    from.current = null;
    move(event.currentTarget, null);
    return start?.id === event.pointerId ? Math.abs(event.clientX - start.x) : 0;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      hasMoved.current = false;
      if (event.pointerType === 'touch' && event.isPrimary) from.current = { x: event.clientX, id: event.pointerId };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (from.current?.id !== event.pointerId) return;
      const px = event.clientX - from.current.x;
      if (!hasMoved.current && Math.abs(px) < tapPx) return;
      hasMoved.current = true;
      move(event.currentTarget, px);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (end(event) >= leastPx) onSwiped();
    },
    // The browser scrolls instead.
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void end(event),
    /** The finger that pushed the row aside pressed no link in it. */
    onClickCapture: (event: { preventDefault(): void; stopPropagation(): void }) => {
      if (!hasMoved.current) return;
      hasMoved.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
};
