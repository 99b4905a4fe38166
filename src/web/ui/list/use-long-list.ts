// Draws only the rows of a long list that are on screen, and moves the focus through all of them.
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';

/** How far rows are drawn before and after those on screen, in px, so that scrolling shows no gap. */
const aheadPx = 360;
const firstRows = 20;

type LongList<Element extends HTMLElement> = {
  list: RefObject<Element | null>;
  /** Indexes of the items to draw, in order. */
  drawn: readonly number[];
  /** The one item that the Tab key reaches. */
  active: number;
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
  /** Moves the focus where the key leads. Returns its index, or null if the key is none of the list's. */
  moveBy: (event: KeyboardEvent) => number | null;
  /** Moves the focus to the item with that index, and draws it first. */
  focusOn: (index: number) => void;
};

type Options = { ids: readonly string[]; columns: number; topic: string };

/**
 * All rows have the same height, which the style sheet sets. The list is in an element of class `list-scroll`, which may scroll
 * by itself or with the page. An item carries its id in `data-id`, and the element that takes the focus `data-focus`.
 * When `topic` changes (another order, other filters), the list starts at its top again.
 */
export const useLongList = <Element extends HTMLElement>({ ids, columns, topic }: Options): LongList<Element> => {
  const list = useRef<Element>(null);
  const count = ids.length;
  const range = useRangeInView(list, Math.ceil(count / columns));
  useTopAtNewTopic(list, topic);
  const [focused, setFocused] = useState<{ id: string; at: number; topic: string } | null>(null);
  const hadFocus = useRef(false);
  const active = placeOf(focused?.topic === topic ? focused : null, ids);

  const focusOn = (at: number) => {
    const id = ids[at];
    if (id === undefined) return;
    flushSync(() => setFocused({ id, at, topic }));
    const item = itemOf(list.current, id);
    focusable(item)?.focus({ preventScroll: true });
    item?.scrollIntoView({ block: 'nearest' });
  };

  // A refresh may take away the row that has the focus. React calls no handlers for that, so `hadFocus` is still true then.
  useLayoutEffect(() => {
    const isLost = hadFocus.current && (document.activeElement ?? document.body) === document.body;
    const id = ids[active];
    if (isLost && id !== undefined) focusable(itemOf(list.current, id))?.focus({ preventScroll: true });
  });

  return {
    list,
    drawn: indexesIn(range, { columns, count, active }),
    active,
    focusOn,
    onFocus: ({ target }) => {
      hadFocus.current = true;
      const id = idOf(target);
      const at = id === null ? -1 : ids.indexOf(id);
      if (id !== null && at !== -1 && (focused?.id !== id || focused.topic !== topic)) setFocused({ id, at, topic });
    },
    onBlur: ({ relatedTarget }) => {
      hadFocus.current = relatedTarget instanceof Node && list.current?.contains(relatedTarget) === true;
    },
    moveBy: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return null;
      const page = list.current ? rowsOfPage(list.current) : 1;
      const next = itemAfterKey(event.key, { at: active, count, columns, page });
      if (next === null) return null;
      event.preventDefault();
      focusOn(next);
      return next;
    },
  };
};

/** The rows on screen. The scroll position is known only to the browser. */
const useRangeInView = (list: RefObject<HTMLElement | null>, rowCount: number): Range => {
  const [range, setRange] = useState<Range>({ first: 0, end: firstRows });
  useLayoutEffect(() => {
    const measure = () => {
      const next = list.current && measureRange(list.current, rowCount);
      if (next) setRange((last) => (last.first === next.first && last.end === next.end ? last : next));
    };
    measure();
    // Drawn in the same frame, or fast scrolling would show empty paper.
    const follow = () => flushSync(measure);
    addEventListener('scroll', follow, { capture: true, passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', follow, { capture: true });
      removeEventListener('resize', measure);
    };
  }, [list, rowCount]);
  return range;
};

const useTopAtNewTopic = (list: RefObject<HTMLElement | null>, topic: string): void => {
  const shownTopic = useRef(topic);
  useEffect(() => {
    if (shownTopic.current === topic) return;
    shownTopic.current = topic;
    const scroller = list.current?.closest('.list-scroll');
    if (!scroller) return;
    scroller.scrollTop = 0;
    if (scroller.getBoundingClientRect().top < 0) scroller.scrollIntoView({ block: 'start' });
  }, [list, topic]);
};

export const idOf = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-id]')?.dataset.id ?? null) : null;

const placeOf = (focused: { id: string; at: number } | null, ids: readonly string[]): number => {
  if (focused === null) return 0;
  const at = ids.indexOf(focused.id);
  return at === -1 ? Math.max(Math.min(focused.at, ids.length - 1), 0) : at;
};

const itemOf = (list: HTMLElement | null, id: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) ?? null;

const focusable = (item: HTMLElement | null): HTMLElement | null =>
  item?.matches('[data-focus]') ? item : (item?.querySelector<HTMLElement>('[data-focus]') ?? null);

const heightOfRow = (list: HTMLElement): number => list.querySelector('[data-id]')?.getBoundingClientRect().height ?? 0;

/** Top and bottom of what is visible of the list, in px from the top of the screen. */
const visiblePart = (list: HTMLElement): { top: number; bottom: number } => {
  const { top, bottom } = (list.closest('.list-scroll') ?? list).getBoundingClientRect();
  return { top: Math.max(top, 0), bottom: Math.min(bottom, innerHeight) };
};

const measureRange = (list: HTMLElement, count: number): Range => {
  const { top, bottom } = visiblePart(list);
  const start = list.getBoundingClientRect().top;
  const rowHeight = heightOfRow(list);
  const ahead = rowHeight > 0 ? Math.ceil(aheadPx / rowHeight) : firstRows;
  return rowsInView({ from: top - start, to: bottom - start, rowHeight, count, ahead });
};

const rowsOfPage = (list: HTMLElement): number => {
  const { top, bottom } = visiblePart(list);
  return Math.max(Math.floor((bottom - top) / Math.max(heightOfRow(list), 1)) - 1, 1);
};

type Items = { columns: number; count: number; active: number };

/** The item with the focus is always drawn, however far the list was scrolled away from it. */
const indexesIn = ({ first, end }: Range, { columns, count, active }: Items): number[] => {
  const [from, to] = [first * columns, Math.min(end * columns, count)];
  const indexes = Array.from({ length: Math.max(to - from, 0) }, (_, at) => from + at);
  if (active >= count || (active >= from && active < to)) return indexes;
  return active < from ? [active, ...indexes] : [...indexes, active];
};

type Range = { first: number; end: number };

/** `from` and `to`: the visible part of the list in px from its top. A few rows around it are drawn ahead. */
type Seen = { from: number; to: number; rowHeight: number; count: number; ahead: number };

export const rowsInView = ({ from, to, rowHeight, count, ahead }: Seen): Range => {
  if (rowHeight <= 0) return { first: 0, end: Math.min(count, ahead) };
  const first = Math.floor(from / rowHeight) - ahead;
  const end = Math.ceil(to / rowHeight) + ahead;
  return {
    first: Math.min(Math.max(first, 0), Math.max(count - 1, 0)),
    end: Math.max(Math.min(end, count), Math.min(count, 1)),
  };
};

/** The item that a key leads to from item `at`; null if the key is none of the list's. `page` is in rows. */
export const itemAfterKey = (
  key: string,
  { at, count, columns, page }: { at: number; count: number; columns: number; page: number },
): number | null => {
  const step = (by: number) => Math.min(Math.max(at + by, 0), count - 1);
  switch (key) {
    case 'ArrowDown':
      return step(columns);
    case 'ArrowUp':
      // From the first row there is no way up.
      return at < columns ? at : at - columns;
    case 'ArrowRight':
      return columns > 1 ? step(1) : null;
    case 'ArrowLeft':
      return columns > 1 ? step(-1) : null;
    case 'PageDown':
      return step(page * columns);
    case 'PageUp':
      return step(-page * columns);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
};
