// The editor of scheduled slots.

import { Fragment, useState } from 'react';
import type { ScheduledSlot } from '#domain/bot/bot.ts';
import { mergeOverlaps, nextFreeSlot, overlappingSlots } from '#domain/bot/schedule/slot-editing.ts';
import type { Weekday } from '#domain/time.ts';
import { zonePlace } from '#web/format/format.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Plus, Trash2 } from '#web/ui/icons.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { slotLetter } from '../rail/rail-geometry.ts';
import { changeSlot, removeSlot, shiftSlot, shownTime, tidyTime, toggleDay } from '../rail/slots.ts';
import { WeekAhead } from '../rail/week-ahead.tsx';
import { WeekGrid } from '../rail/week-grid.tsx';
import './slot-editor.css';

export type SlotErrors = { startTime?: { message?: string }; endTime?: { message?: string }; message?: string };

type Props = {
  slots: ScheduledSlot[];
  /** Off: the week is kept for later. */
  isOn: boolean;
  timezone: string;
  errors: (SlotErrors & Record<number, SlotErrors | undefined>) | undefined;
  /** What is wrong with the slots together. */
  message: string | undefined;
  onChange: (next: ScheduledSlot[]) => void;
};

const SlotEditor = ({ slots, isOn, timezone, errors, message, onChange }: Props) => {
  const [selected, select] = useState<number | null>(null);
  const add = (slot: ScheduledSlot) => {
    select(slots.length);
    onChange([...slots, slot]);
  };
  const free = nextFreeSlot(slots);
  return (
    <>
      <div className={isOn ? 'slots' : 'slots idle'}>
        <WeekGrid
          slots={slots}
          timezone={timezone}
          selected={selected}
          onSelect={select}
          onShift={(index, minutes) => onChange(shiftSlot(slots, index, minutes))}
          onDraw={add}
        />
        <Overlaps
          slots={slots}
          onMerge={(merged) => {
            select(null);
            onChange(merged);
          }}
        />
        {slots.length === 0 && <p className="small mute week-hint">Drag across the week to draw a slot.</p>}
        {isOn && <WeekAhead slots={slots} timezone={timezone} />}
        <ul className="slotlist" aria-label={`Slots, ${zonePlace(timezone)} time`}>
          {slots.map((slot, index) => (
            <SlotRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a slot is identified only by its place
              key={index}
              letter={slotLetter(index)}
              slot={slot}
              errors={errors?.[index]}
              isSelected={selected === index}
              onSelect={() => select(index)}
              onChange={(part) => onChange(changeSlot(slots, index, part))}
              onToggleDay={(day) => onChange(toggleDay(slots, index, day))}
              onRemove={() => {
                select(null);
                onChange(removeSlot(slots, index));
              }}
            />
          ))}
        </ul>
      </div>
      {message !== undefined && <FieldError>{message}</FieldError>}
      <div className="add-slot">
        <Button isSmall icon={<Plus />} onClick={() => free && add(free)} disabled={free === null}>
          Add slot
        </Button>
        {free === null && <span className="small mute">Every hour of your week already has a slot.</span>}
      </div>
    </>
  );
};

const letters = new Intl.ListFormat('en-US');

/** Names the slots that overlap, and merges them. Nothing is lost before the settings are saved. */
const Overlaps = ({ slots, onMerge }: { slots: ScheduledSlot[]; onMerge: (merged: ScheduledSlot[]) => void }) => {
  const groups = overlappingSlots(slots);
  return (
    <div className="overlaps spread" role="status">
      {groups.length > 0 && (
        <>
          <p className="small">
            {groups.map((group) => (
              <Fragment key={group.join()}>
                <b>Slots {letters.format(group.map(slotLetter))} overlap.</b>{' '}
              </Fragment>
            ))}
            Hours that overlap count once.
          </p>
          <Button isSmall onClick={() => onMerge(mergeOverlaps(slots))}>
            Merge slots
          </Button>
        </>
      )}
    </div>
  );
};

const weekdays: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

type RowProps = {
  letter: string;
  slot: ScheduledSlot;
  errors: SlotErrors | undefined;
  isSelected: boolean;
  onSelect: () => void;
  onChange: (part: Partial<ScheduledSlot>) => void;
  onToggleDay: (day: Weekday) => void;
  onRemove: () => void;
};

const SlotRow = ({ letter, slot, errors, isSelected, onSelect, onChange, onToggleDay, onRemove }: RowProps) => {
  const error = errors?.startTime?.message ?? errors?.endTime?.message ?? errors?.message;
  // While a time is being typed, the field shows the typing and not the time it was understood as.
  const [typing, setTyping] = useState<{ name: 'startTime' | 'endTime'; text: string } | null>(null);
  const time = (name: 'startTime' | 'endTime') => (
    <input
      className="input"
      type="text"
      autoComplete="off"
      maxLength={10}
      value={typing?.name === name ? typing.text : shownTime(slot[name])}
      aria-label={`Slot ${letter} ${name === 'startTime' ? 'start' : 'end'}`}
      aria-invalid={errors?.[name] !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : `slot-${letter}-error`}
      onFocus={onSelect}
      onChange={({ target }) => {
        setTyping({ name, text: target.value });
        onChange({ [name]: tidyTime(target.value) });
      }}
      onBlur={() => setTyping(null)}
    />
  );
  return (
    <li className={`${isSelected ? 'sel' : ''} ${slot.enabled ? '' : 'off'}`.trim()}>
      <span className="k" aria-hidden="true">
        {letter}
      </span>
      <div className="times">
        {time('startTime')}
        <span className="dim" aria-hidden="true">
          to
        </span>
        {time('endTime')}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: not every browser lets a fieldset be a grid item */}
      <div className="days" role="group" aria-label={`Slot ${letter} days`}>
        {weekdays.map((day) => (
          <label key={day}>
            <input
              type="checkbox"
              aria-label={dayNames[day]}
              checked={slot.daysOfWeek.includes(day)}
              onChange={() => onToggleDay(day)}
            />
            <span aria-hidden="true">{dayNames[day].charAt(0)}</span>
          </label>
        ))}
      </div>
      <Switch
        aria-label={`Slot ${letter} enabled`}
        checked={slot.enabled}
        onChange={({ target }) => onChange({ enabled: target.checked })}
      />
      <button type="button" className="iconbtn" aria-label={`Remove slot ${letter}`} onClick={onRemove}>
        <Trash2 />
      </button>
      {error !== undefined && (
        <div className="slot-error">
          <FieldError id={`slot-${letter}-error`}>{error}</FieldError>
        </div>
      )}
    </li>
  );
};

export default SlotEditor;
