// The editor of scheduled slots: the week, its next starts, and a row of fields for each slot. Loaded when it is needed.
import { Fragment, useState } from 'react';
import type { ScheduledSlot } from '#domain/bot/bot.ts';
import { mergeOverlaps, nextFreeSlot, overlappingSlots } from '#domain/bot/schedule/slot-editing.ts';
import type { Weekday } from '#domain/time.ts';
import { clockTime, longDay, zonePlace } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Plus, Trash2 } from '#web/ui/icons.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { Time } from '#web/ui/time.tsx';
import { slotLetter } from '../rail/timeline.ts';
import {
  changeSlot,
  clockChanges,
  dayNames,
  nextStarts,
  openUntil,
  removeSlot,
  shiftSlot,
  shownTime,
  tidyTime,
  toggleDay,
  weekdays,
} from './slots.ts';
import { WeekGrid } from './week-grid.tsx';
import './slot-editor.css';

type Wrong = { message?: string };
type SlotErrors = Wrong & { startTime?: Wrong; endTime?: Wrong };
export type AllSlotErrors = Wrong & { root?: Wrong } & Record<number, SlotErrors | undefined>;

type Props = {
  slots: ScheduledSlot[];
  /** Off: the week is kept for later. */
  isOn: boolean;
  timezone: string;
  errors: AllSlotErrors | undefined;
  onChange: (next: ScheduledSlot[]) => void;
};

const SlotEditor = ({ slots, isOn, timezone, errors, onChange }: Props) => {
  const message = errors?.root?.message ?? errors?.message;
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

export default SlotEditor;

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

const WeekAhead = ({ slots, timezone }: { slots: readonly ScheduledSlot[]; timezone: string }) => {
  const now = useNow(60_000);
  const starts = nextStarts(slots, { timezone, now });
  const closesAt = openUntil(slots, { timezone, now });
  return (
    <div className="week-ahead small lines-tight">
      {clockChanges(now, timezone).map(({ startsAt, hours }) => (
        <p key={startsAt} className="week-clocks">
          Clocks go {hours > 24 ? 'back' : 'forward'} on {longDay(startsAt, timezone)}, so that day has {hours} hours.{' '}
          {hours > 24 ? 'Each slot opens once.' : 'A slot in the skipped hour opens right after it.'}
        </p>
      ))}
      {closesAt !== null && (
        <p>
          <b>
            {closesAt === 'always'
              ? 'Your slots leave no gap, so sharing is open around the clock.'
              : `Open now, until ${longDay(closesAt, timezone)}, ${clockTime(closesAt, timezone)}`}
          </b>
        </p>
      )}
      {closesAt !== 'always' && <h3 className="lab">Next starts, {zonePlace(timezone)} time</h3>}
      {starts.length === 0 ? (
        closesAt === null && <p className="mute">Nothing scheduled. Turn on a slot and pick at least one day.</p>
      ) : (
        <ol>
          {starts.map((start) => (
            <li key={start}>
              <Time at={start} zone={timezone}>
                {`${longDay(start, timezone)}, ${clockTime(start, timezone)}`}
              </Time>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
};
