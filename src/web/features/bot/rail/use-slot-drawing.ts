// Draws a slot on the empty week with a mouse, a pen, or a finger.
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { ScheduledSlot } from '#domain/bot/bot.ts';
import { type Drawing, drawnSlot } from '#domain/bot/schedule/slot-editing.ts';
import type { Weekday } from '#domain/time.ts';

const dayMinutes = 1440;
/** A click or a tap draws nothing. */
const leastPx = 6;

type Start = { pointerId: number; x: number; day: Weekday; minute: number };

const minuteAt = (row: Element, x: number): number => {
  const { left, width } = row.getBoundingClientRect();
  return ((x - left) / width) * dayMinutes;
};

/** The day whose row is nearest. The rows are in the order of the week. */
const dayAt = (row: Element, y: number): Weekday => {
  const rows = [...(row.closest('.week')?.querySelectorAll('.row') ?? [])];
  const below = rows.findIndex((one) => y < one.getBoundingClientRect().bottom);
  return (below === -1 ? 6 : below) as Weekday;
};

/**
 * Sideways on one day, or across several. On a touch screen only a sideways movement draws: the browser takes every other one to
 * scroll the page, and says so with `pointercancel`. Escape drops the drawing.
 */
export const useSlotDrawing = (onDraw: (slot: ScheduledSlot) => void) => {
  const start = useRef<Start | null>(null);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const isDrawing = drawing !== null;
  const drop = () => {
    start.current = null;
    setDrawing(null);
  };
  useEffect(() => {
    if (!isDrawing) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      start.current = null;
      setDrawing(null);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isDrawing]);

  /** null: nothing is drawn, because it was a click or a tap so far. */
  const drawingAt = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>): Drawing | null => {
    const from = start.current;
    if (from === null || from.pointerId !== pointerId) return null;
    if (!isDrawing && Math.abs(clientX - from.x) < leastPx) return null;
    return {
      days: [from.day, dayAt(currentTarget, clientY)],
      minutes: [from.minute, minuteAt(currentTarget, clientX)],
    };
  };

  const rowEvents = (day: Weekday) => ({
    onPointerDown({ target, currentTarget, button, isPrimary, pointerId, clientX }: PointerEvent<HTMLElement>) {
      // What is pressed on a slot moves that slot.
      if (target !== currentTarget || button !== 0 || !isPrimary) return;
      start.current = { pointerId, x: clientX, day, minute: minuteAt(currentTarget, clientX) };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const next = drawingAt(event);
      if (next === null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrawing(next);
    },
    // The place where the pointer was lifted counts: the last movements may not have been drawn yet.
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const last = drawingAt(event);
      if (last !== null) onDraw(drawnSlot(last));
      drop();
    },
    onPointerCancel: drop,
  });
  return { drawn: drawing && drawnSlot(drawing), rowEvents };
};
