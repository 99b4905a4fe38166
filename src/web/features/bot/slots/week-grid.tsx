// The week of slots, which can be dragged or moved with arrow keys.
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { ScheduledSlot } from '#domain/bot/bot.ts';
import { type Drawing, drawnSlot, slotStepMinutes as stepMinutes } from '#domain/bot/schedule/slot-editing.ts';
import { shareDay, type Weekday, wallTime, weekdayOf } from '#domain/time.ts';
import { hourName, zonePlace } from '#web/format/format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { useNow } from '#web/lib/clock.ts';
import { slotLetter } from '../rail/timeline.ts';
import { clockChanges, dayMinutes, dayNames, shownTime, type WeekBlock, weekBlocks, weekdays } from './slots.ts';
import './slot-editor.css';

type Props = {
  slots: readonly ScheduledSlot[];
  timezone: string;
  selected: number | null;
  onSelect: (index: number) => void;
  onShift: (index: number, minutes: number) => void;
  onDraw: (slot: ScheduledSlot) => void;
};

/** Seven rows of 24 hours. The fields below the grid do the same by typing. */
export const WeekGrid = ({ slots, timezone, selected, onSelect, onShift, onDraw }: Props) => {
  const { drawn, rowEvents } = useSlotDrawing(onDraw);
  const now = useNow(60_000);
  const today = weekdayOf(shareDay(now, timezone));
  const { hour, minute } = wallTime(now, timezone);
  const blocks = weekBlocks(slots);
  const changes = clockChanges(now, timezone);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing with buttons is not a group of fields
    <div className="week" role="group" aria-label={`Week of scheduled slots, ${zonePlace(timezone)} time`}>
      {weekdays.map((day) => {
        const isToday = day === today;
        const changed = changes.find((change) => change.day === day);
        return (
          <div className="week-day" key={day}>
            <span className={isToday ? 'd today' : 'd'}>
              {dayNames[day].slice(0, 3)}
              {changed && <small className="clocks">{changed.hours} h</small>}
            </span>
            <div
              className={isToday ? 'row today' : 'row'}
              style={properties({ now: ((hour * 60 + minute) / dayMinutes) * 100 })}
              {...rowEvents(day)}
            >
              {drawn?.daysOfWeek.includes(day) && <DrawnPart slot={drawn} isFirst={day === drawn.daysOfWeek[0]} />}
              {blocks
                .filter((block) => block.day === day)
                .map((block) => {
                  const slot = slots[block.slot];
                  return slot ? (
                    <Block
                      key={`${block.slot}-${block.isTail}`}
                      block={block}
                      slot={slot}
                      isSelected={selected === block.slot}
                      onSelect={() => onSelect(block.slot)}
                      onShift={(minutes) => onShift(block.slot, minutes)}
                    />
                  ) : null;
                })}
            </div>
          </div>
        );
      })}
      <div className="ax along" aria-hidden="true">
        {axisHours.map((hour) => (
          <span key={hour} style={properties({ x: (hour / 24) * 100 })}>
            {hourName(hour)}
          </span>
        ))}
      </div>
    </div>
  );
};

const DrawnPart = ({ slot, isFirst }: { slot: ScheduledSlot; isFirst: boolean }) => {
  const [part] = weekBlocks([{ ...slot, daysOfWeek: [0] }]);
  if (part === undefined) return null;
  return (
    <div
      className={part.from > 60 ? 'drawn late' : 'drawn'}
      style={properties({ a: part.from, b: part.to })}
      aria-hidden="true"
    >
      {isFirst && <b>{`${shownTime(slot.startTime)} to ${shownTime(slot.endTime)}`}</b>}
    </div>
  );
};
const axisHours = [0, 6, 12, 18, 24];

type BlockProps = {
  block: WeekBlock;
  slot: ScheduledSlot;
  isSelected: boolean;
  onSelect: () => void;
  onShift: (minutes: number) => void;
};

const Block = ({ block, slot, isSelected, onSelect, onShift }: BlockProps) => {
  const drag = useRef<{ from: number; done: number } | null>(null);
  const letter = slotLetter(block.slot);
  const move = (event: PointerEvent<HTMLButtonElement>) => {
    const row = event.currentTarget.parentElement;
    if (drag.current === null || row === null) return;
    const minutes = ((event.clientX - drag.current.from) / row.clientWidth) * dayMinutes;
    const steps = Math.round(minutes / stepMinutes) * stepMinutes;
    if (steps === drag.current.done) return;
    onShift(steps - drag.current.done);
    drag.current.done = steps;
  };
  const lane = block.isShared ? ` lane-${block.lane}` : '';
  return (
    <button
      type="button"
      className={`blk${lane}${isSelected && slot.enabled ? ' sel' : ''}${slot.enabled ? '' : ' off'}`}
      style={properties({ a: block.from, b: block.to })}
      aria-label={`Slot ${letter}, ${shownTime(slot.startTime)} to ${shownTime(slot.endTime)}${slot.enabled ? '' : ', off'}`}
      aria-pressed={isSelected}
      // One Tab stop per slot, not one for each of its days.
      tabIndex={block.isTail || block.day !== slot.daysOfWeek[0] ? -1 : 0}
      onClick={onSelect}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
        event.preventDefault();
        onShift(event.key === 'ArrowLeft' ? -stepMinutes : stepMinutes);
      }}
      onPointerDown={(event) => {
        if (event.pointerType === 'touch') return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { from: event.clientX, done: 0 };
        onSelect();
      }}
      onPointerMove={move}
      onPointerUp={() => {
        drag.current = null;
      }}
      onPointerCancel={() => {
        drag.current = null;
      }}
    >
      <span>{letter}</span>
    </button>
  );
};

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
const useSlotDrawing = (onDraw: (slot: ScheduledSlot) => void) => {
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
