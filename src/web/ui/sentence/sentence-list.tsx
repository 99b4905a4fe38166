// Rules or plans in order. Each is a sentence with a name, is edited where it stands, and is switched, moved, or removed. They are
// moved by dragging, or with buttons that keep the focus.
import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import { type Match, matchInWords } from '#domain/selling/match.ts';
import { FieldError } from '../field.tsx';
import { GripVertical } from '../icons.tsx';
import { OpenPart } from './inline-parts.tsx';
import { MatchEditor } from './match-editor.tsx';
import { RuleActs } from './rule-acts.tsx';
import { readableParts } from './said-parts.ts';
import type { Problems } from './use-draft.ts';
import { useDragOrder } from './use-drag-order.ts';

/** `key` is the same as long as it is on the screen. */
type Item = { key: string; name: string; enabled: boolean; match: object };

export type SentenceParts<One> = {
  /** What is wrong with a part, by its path in the rule or plan. */
  problemOf: (path: string) => string | undefined;
  onChange: (change: Partial<One>) => void;
  /** The part of the sentence that says which listings it is for. It opens their editor. */
  which: ReactNode;
};

type Props<One> = {
  noun: 'rule' | 'plan';
  items: readonly One[];
  problems: Problems;
  listings: readonly Listing[];
  onChange: (items: readonly One[]) => void;
  says: (item: One, parts: SentenceParts<One>) => ReactNode;
  /** What stands below its sentence. `name`: “New likes”, or its place where it has no name. */
  foot: (item: One, index: number, name: string) => ReactNode;
};

export const SentenceList = <One extends Item>({ noun, items, problems, onChange, ...item }: Props<One>) => {
  const [said, say] = useState('');
  const list = useRef<HTMLOListElement>(null);
  /** The browser takes the focus from what is moved in the page. */
  const focused = useRef<string | null>(null);
  useEffect(() => {
    if (focused.current === null) return;
    list.current?.querySelector<HTMLElement>(focused.current)?.focus();
    focused.current = null;
  });
  const nameOf = (index: number): string => {
    const name = items[index]?.name ?? '';
    return name === '' ? `${noun === 'rule' ? 'Rule' : 'Plan'} ${index + 1}` : `“${name}”`;
  };
  const move = (from: number, to: number) => {
    const [one] = items.slice(from, from + 1);
    if (one === undefined || to < 0 || to >= items.length || from === to) return;
    onChange(items.toSpliced(from, 1).toSpliced(to, 0, one));
    say(`${nameOf(from)} is now number ${to + 1} of ${items.length}.`);
  };
  const drag = useDragOrder(list, move);
  return (
    <>
      <ol className="rules" ref={list}>
        {items.map((one, index) => (
          <SentenceItem
            key={one.key}
            {...item}
            item={one}
            noun={noun}
            index={index}
            last={items.length - 1}
            name={nameOf(index)}
            problems={problems}
            isDragged={drag.dragged === index}
            onGrip={(event) => drag.begin(event, index)}
            onMove={(by) => {
              focused.current = `[data-key="${one.key}"] [data-move="${by}"]`;
              move(index, index + by);
            }}
            onChange={(change) => onChange(items.with(index, { ...one, ...change }))}
            onRemove={() => {
              const next = items[index + 1] ?? items[index - 1];
              focused.current = `[data-key="${next?.key}"] [data-remove]`;
              onChange(items.toSpliced(index, 1));
              say(`${nameOf(index)} removed.`);
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

type ItemProps<One> = Omit<Props<One>, 'items' | 'onChange'> & {
  item: One;
  index: number;
  last: number;
  name: string;
  isDragged: boolean;
  onGrip: (event: PointerEvent<HTMLElement>) => void;
  onMove: (by: 1 | -1) => void;
  onChange: (change: Partial<One>) => void;
  onRemove: () => void;
};

const SentenceItem = <One extends Item>({ item, noun, index, last, name, problems, ...on }: ItemProps<One>) => {
  const match = item.match as Match;
  const matchId = useId();
  const [isOpen, open] = useState(false);
  const begin = `${noun}s.${index}.`;
  const problemOf = (path: string) => problems.get(begin + path);
  const own = [...problems].filter(([path]) => path.startsWith(begin));
  // Those of a match that is open stand beside their fields.
  const listed = own.filter(([path]) => !(isOpen && path.startsWith(`${begin}match.`)));
  const change = (part: Partial<Item>) => on.onChange(part as Partial<One>);
  const which = (
    <OpenPart
      isOpen={isOpen}
      aria-controls={matchId}
      aria-invalid={own.some(([path]) => path.startsWith(`${begin}match`)) || undefined}
      onClick={() => open(!isOpen)}
    >
      <span className="sr">Which listings: </span>
      {matchInWords(readableParts(match))}
    </OpenPart>
  );
  return (
    <li
      className={`rule${item.enabled ? '' : ' off'}${on.isDragged ? ' dragged' : ''}`}
      data-key={item.key}
      aria-label={name}
    >
      <span className="rule-grip" aria-hidden="true" title="Drag to move" onPointerDown={on.onGrip}>
        <GripVertical />
        <span className="rule-number">{index + 1}</span>
      </span>
      <div className="rule-body">
        <input
          className="rule-name"
          aria-label={`Name of ${noun} ${index + 1}`}
          aria-invalid={problemOf('name') !== undefined || undefined}
          placeholder={`${noun === 'rule' ? 'Rule' : 'Plan'} ${index + 1}`}
          maxLength={60}
          value={item.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        {on.says(item, { problemOf, onChange: on.onChange, which })}
        {listed.map(([path, message]) => (
          <FieldError key={path}>{message}</FieldError>
        ))}
        {isOpen && (
          <MatchEditor
            id={matchId}
            match={match}
            listings={on.listings}
            problemOf={(part) => problemOf(`match.${part}`)}
            onChange={(next) => change({ match: next })}
          />
        )}
        {on.foot(item, index, name)}
      </div>
      <RuleActs
        name={name}
        isOn={item.enabled}
        index={index}
        last={last}
        onTurn={(enabled) => change({ enabled })}
        onMove={on.onMove}
        onRemove={on.onRemove}
      />
    </li>
  );
};
