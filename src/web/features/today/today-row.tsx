// One task of today: what it is, one tap to do it, and when it may come back.
import { type KeyboardEvent, useId, useState } from 'react';
import { Link } from 'wouter';
import type { Today } from '#contract/today/today.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { useSwipe } from './use-swipe.ts';

export type TodayTask = Today['tasks'][number];

/** What the screen does in place of the task’s own action, or besides it. */
export type Act = { label?: string; run: () => void };

const choices = [
  { days: 1, name: 'Tomorrow' },
  { days: 3, name: 'In 3 days' },
  { days: 7, name: 'In a week' },
  { days: 30, name: 'In 30 days' },
] as const;

type Props = { task: TodayTask; act: Act | undefined; onSnooze: (days: number) => void };

export const TodayRow = ({ task, act, onSnooze }: Props) => {
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

const Do = ({ task: { title, detail, action }, act }: Pick<Props, 'task' | 'act'>) => {
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
