// Lets a finger push a row aside. Mice and keyboards have a button for the same.
import { type PointerEvent, useRef } from 'react';

/** From here on the row goes when it is let go. */
const leastPx = 96;
/** A finger that moves less is a tap. */
const tapPx = 8;

/** `onSwiped`: the row was pushed far enough, in either direction. */
export const useSwipe = (onSwiped: () => void) => {
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
