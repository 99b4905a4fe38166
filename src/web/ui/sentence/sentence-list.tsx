// Rules or plans in order. Each is a sentence with a name, is edited where it stands, and is switched, moved, or removed. They are
// moved by dragging, or with buttons that keep the focus.
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import { type Match, matchInWords } from '#domain/selling/match.ts';
import { readableParts } from '#web/lib/listing-match.ts';
import { FieldError } from '../field.tsx';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from '../icons.tsx';
import { Switch } from '../switch.tsx';
import { OpenPart } from './inline-parts.tsx';
import { MatchEditor } from './match-editor.tsx';
import type { Problems } from './use-draft.tsx';
import './sentence.css';

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
      <div className="rule-acts">
        <Switch
          aria-label={`${name} is on`}
          checked={item.enabled}
          onChange={({ target }) => change({ enabled: target.checked })}
        />
        <MoveButton by={-1} label={`Move ${name} up`} isAtEnd={index === 0} onMove={on.onMove} />
        <MoveButton by={1} label={`Move ${name} down`} isAtEnd={index === last} onMove={on.onMove} />
        <button
          type="button"
          className="iconbtn"
          data-remove=""
          aria-label={`Remove ${name}`}
          title="Remove"
          onClick={on.onRemove}
        >
          <Trash2 />
        </button>
      </div>
    </li>
  );
};

type MoveProps = { by: 1 | -1; label: string; isAtEnd: boolean; onMove: (by: 1 | -1) => void };

/** At the end it stays and keeps the focus, so that the other direction is one Tab away. */
const MoveButton = ({ by, label, isAtEnd, onMove }: MoveProps) => (
  <button
    type="button"
    className="iconbtn"
    data-move={by}
    aria-label={label}
    title={by < 0 ? 'Move up' : 'Move down'}
    aria-disabled={isAtEnd || undefined}
    onClick={() => !isAtEnd && onMove(by)}
  >
    {by < 0 ? <ArrowUp /> : <ArrowDown />}
  </button>
);

/** `move` is called as soon as the pointer is over another item, so the list shows where the item would stay. */
function useDragOrder(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const now = useRef({ dragged, move });
  useEffect(() => {
    now.current = { dragged, move };
  });
  const begin = (event: PointerEvent<HTMLElement>, index: number) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const grip = event.currentTarget;
    grip.setPointerCapture(event.pointerId);
    setDragged(index);
    const follow = ({ clientY }: { clientY: number }) => {
      const from = now.current.dragged;
      const items = [...(list.current?.children ?? [])];
      const to = items.findIndex((item, at) => {
        const { top, bottom, height } = item.getBoundingClientRect();
        // Past the middle of a neighbor. A taller one would move back and forth otherwise.
        if (from === null || at === from) return false;
        return at < from ? clientY < top + height / 2 : clientY > bottom - height / 2 && isLast(items, at, clientY);
      });
      if (from === null || to === -1) return;
      now.current.dragged = to;
      setDragged(to);
      now.current.move(from, to);
    };
    const end = () => {
      setDragged(null);
      grip.removeEventListener('pointermove', follow);
      grip.removeEventListener('lostpointercapture', end);
    };
    grip.addEventListener('pointermove', follow);
    grip.addEventListener('lostpointercapture', end);
  };
  return { dragged, begin };
}

/** Of the items below, the last one whose middle the pointer has passed. */
const isLast = (items: readonly Element[], at: number, clientY: number): boolean => {
  const next = items[at + 1]?.getBoundingClientRect();
  return next === undefined || clientY <= next.top + next.height / 2;
};
