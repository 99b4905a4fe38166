// The rules in order. They are moved by dragging, or with buttons that keep the focus.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OfferPreview } from '#contract/offers.ts';
import { isNeverAsked } from '#domain/offers/rules.ts';
import { moved, type Problems, type RuleDraft } from '../draft/rule-draft.ts';
import { listingsQuery } from '../queries.ts';
import { RuleItem } from './rule-item.tsx';
import { useDragOrder } from './use-drag-order.ts';

type Props = {
  rules: readonly RuleDraft[];
  problems: Problems;
  /** What they would send, by the last answer. */
  offers: OfferPreview['offers'] | undefined;
  onChange: (rules: readonly RuleDraft[]) => void;
};

/** “New likes”, or its place where it has no name. */
const nameOf = ({ name }: RuleDraft, index: number): string => (name === '' ? `Rule ${index + 1}` : `“${name}”`);

export const RuleList = ({ rules, problems, offers, onChange }: Props) => {
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
  const move = (from: number, to: number) => {
    const rule = rules[from];
    if (rule === undefined || to < 0 || to >= rules.length || from === to) return;
    onChange(moved(rules, from, to));
    say(`${nameOf(rule, from)} is now number ${to + 1} of ${rules.length}.`);
  };
  const drag = useDragOrder(list, move);
  const counts = countsOf(offers);
  return (
    <>
      <ol className="rules" ref={list}>
        {rules.map((rule, index) => (
          <RuleItem
            key={rule.key}
            rule={rule}
            index={index}
            last={rules.length - 1}
            name={nameOf(rule, index)}
            listings={listings}
            problems={problems}
            ready={rule.enabled ? (counts.get(index) ?? 0) : null}
            isNeverAsked={rule.enabled && isNeverAsked(rules, index)}
            isDragged={drag.dragged === index}
            onGrip={(event) => drag.begin(event, index)}
            onMove={(by) => {
              focused.current = `[data-rule="${rule.key}"] [data-move="${by}"]`;
              move(index, index + by);
            }}
            onChange={(change) => onChange(rules.with(index, { ...rule, ...change }))}
            onRemove={() => {
              const next = rules[index + 1] ?? rules[index - 1];
              focused.current = `[data-rule="${next?.key}"] [data-remove]`;
              onChange(rules.toSpliced(index, 1));
              say(`${nameOf(rule, index)} removed.`);
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

/** How many offers of each rule would go out now. */
function countsOf(offers: Props['offers'] = []): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { ruleIndex, blocked } of offers)
    if (ruleIndex !== null && blocked === null) counts.set(ruleIndex, (counts.get(ruleIndex) ?? 0) + 1);
  return counts;
}
