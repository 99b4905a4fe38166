// The plans in order. They are moved with buttons that keep the focus.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import type { Match } from '#domain/selling/match.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { MatchEditor } from '#web/ui/sentence/match-editor.tsx';
import { RuleActs } from '#web/ui/sentence/rule-acts.tsx';
import { listingsQuery } from '../queries.ts';
import type { PlanDraft, Problems } from './plan-draft.ts';
import { PlanSentence } from './plan-sentence.tsx';

type Props = {
  plans: readonly PlanDraft[];
  problems: Problems;
  today: string;
  onChange: (plans: readonly PlanDraft[]) => void;
  onPreview: (plan: PlanDraft) => void;
};

const nameOf = ({ name }: PlanDraft, index: number): string => (name === '' ? `Plan ${index + 1}` : `“${name}”`);

export const PlanList = ({ plans, problems, today, onChange, onPreview }: Props) => {
  const { data: listings = [] } = useQuery(listingsQuery);
  const [said, say] = useState('');
  const list = useRef<HTMLOListElement>(null);
  /** The browser takes the focus from what is moved in the page. */
  const focused = useRef<string | null>(null);
  useEffect(() => {
    if (focused.current === null) return;
    list.current?.querySelector<HTMLElement>(focused.current)?.focus();
    focused.current = null;
  });
  const move = (index: number, by: 1 | -1) => {
    const [plan, other] = [plans[index], plans[index + by]];
    if (plan === undefined || other === undefined) return;
    focused.current = `[data-plan="${plan.key}"] [data-move="${by}"]`;
    onChange(plans.with(index, other).with(index + by, plan));
    say(`${nameOf(plan, index)} is now number ${index + by + 1} of ${plans.length}.`);
  };
  return (
    <>
      <ol className="rules" ref={list}>
        {plans.map((plan, index) => (
          <PlanItem
            key={plan.key}
            plan={plan}
            index={index}
            last={plans.length - 1}
            listings={listings}
            problems={problems}
            today={today}
            onMove={(by) => move(index, by)}
            onPreview={() => onPreview(plan)}
            onChange={(change) => onChange(plans.with(index, { ...plan, ...change }))}
            onRemove={() => {
              const next = plans[index + 1] ?? plans[index - 1];
              focused.current = `[data-plan="${next?.key}"] [data-remove]`;
              onChange(plans.toSpliced(index, 1));
              say(`${nameOf(plan, index)} removed.`);
            }}
          />
        ))}
      </ol>
      <p className="sr" role="status">
        {said}
      </p>
    </>
  );
};

type ItemProps = {
  plan: PlanDraft;
  index: number;
  last: number;
  listings: readonly Listing[];
  problems: Problems;
  today: string;
  onMove: (by: 1 | -1) => void;
  onPreview: () => void;
  onChange: (change: Partial<PlanDraft>) => void;
  onRemove: () => void;
};

const PlanItem = ({ plan, index, last, listings, problems, today, ...item }: ItemProps) => {
  const id = useId();
  const [isOpen, open] = useState(false);
  const name = nameOf(plan, index);
  const begin = `plans.${index}.`;
  const problemOf = (path: string) => problems.get(begin + path);
  const own = [...problems].filter(([path]) => path.startsWith(begin));
  // Those of a match that is open stand beside their fields.
  const listed = own.filter(([path]) => !(isOpen && path.startsWith(`${begin}match.`)));
  return (
    <li className={plan.enabled ? 'rule' : 'rule off'} data-plan={plan.key} aria-label={name}>
      <span className="rule-number" aria-hidden="true">
        {index + 1}
      </span>
      <div className="rule-body">
        <input
          className="rule-name"
          aria-label={`Name of plan ${index + 1}`}
          aria-invalid={problemOf('name') !== undefined || undefined}
          placeholder={`Plan ${index + 1}`}
          maxLength={60}
          value={plan.name}
          onChange={({ target }) => item.onChange({ name: target.value })}
        />
        <PlanSentence
          plan={plan}
          today={today}
          problemOf={problemOf}
          onChange={item.onChange}
          match={{
            id: `${id}-match`,
            isOpen,
            onToggle: () => open(!isOpen),
            isWrong: own.some(([path]) => path.startsWith(`${begin}match`)),
          }}
        />
        {listed.map(([path, message]) => (
          <FieldError key={path}>{message}</FieldError>
        ))}
        {isOpen && (
          <MatchEditor
            id={`${id}-match`}
            match={plan.match as Match}
            listings={listings}
            problemOf={(part) => problemOf(`match.${part}`)}
            onChange={(match) => item.onChange({ match: match as PlanDraft['match'] })}
          />
        )}
        <div className="plan-foot">
          {!plan.enabled && <span className="small mute">Off. It runs only when you say so.</span>}
          <Button isSmall onClick={item.onPreview}>
            Preview<span className="sr">{` ${name}`}</span>
          </Button>
        </div>
      </div>
      <RuleActs
        name={name}
        isOn={plan.enabled}
        index={index}
        last={last}
        onTurn={(enabled) => item.onChange({ enabled })}
        onMove={item.onMove}
        onRemove={item.onRemove}
      />
    </li>
  );
};
