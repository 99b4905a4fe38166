// Moves the items of a list by dragging their grips, with a mouse, a finger, or a pen.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** `move` is called as soon as the pointer is over another item, so the list shows where the item would stay. */
export function useDragOrder(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
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
