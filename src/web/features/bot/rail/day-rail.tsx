// The day rail: today's rounds over 24 hours.
import { useState } from 'react';
import type { BotStatus, Timeline } from '#contract/bot/bot.ts';
import {
  clockTime,
  count,
  counted,
  longDay,
  placedTime,
  weekdayAndDay,
  withoutZeroMinutes,
  zonePlace,
} from '#web/format/format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { readingCloset } from '#web/messages/bot/bot-sentence.ts';
import { Hangers } from '#web/ui/hangers.tsx';
import { axisMarks, dayOf, placeOf, type RailTag, railTags, type SlotBracket, slotBrackets } from './timeline.ts';
import './day-rail.css';

type Props = { status: BotStatus; timeline: Timeline; now: number; canStart: boolean };

export const DayRail = ({ status, timeline, now, canStart }: Props) => {
  const day = dayOf(timeline, now);
  // After a move to another zone the plan may come later than the status, and its day is the one that is drawn.
  const zone = timeline.timezone;
  if (!day) return <Hangers label="Loading the plan for the new day" />;
  const isAway = status.state === 'waiting_for_browser';
  const isPaused = status.state === 'paused' || isAway;
  const isPreview = !status.isRunning && status.startsAgainAt === undefined;
  // Nobody knows when a pause that waits for the seller will end, or when a bot that can't start yet will be able to.
  const isOpen = isPreview ? canStart : !isPaused || status.resumesAt !== undefined;
  const tags = railTags(day).filter(({ state }) => isOpen || state !== 'planned');
  const brackets = status.settings.useScheduledSlots ? slotBrackets(status.settings.scheduledSlots, day, zone) : [];
  const since = isAway ? status.browserLostAt : status.pausedAt;
  const mark = isPaused && since !== undefined ? Date.parse(since) : now;
  const place = placeOf(Math.max(mark, Date.parse(day.startsAt)), day);
  const planned = tags.filter(({ state }) => state === 'planned');
  const plan = `${counted(planned.length, 'round')} ${isPreview ? 'if you start now' : 'planned'}, the first at`;
  const said = [
    `Shares today by time: ${counted(day.shares, 'share')} so far`,
    ...(status.reading ? [readingCloset(status.reading)] : []),
    planned[0] ? `${plan} ${placedTime(planned[0].startsAt, zone)}` : 'nothing more planned',
    ...tags.flatMap((tag) => otherRound(tag, zone) ?? []),
    ...brackets.map(
      ({ letter, startsAt, endsAt }) =>
        `slot ${letter} from ${clockTime(startsAt, zone)} to ${placedTime(endsAt, zone)}`,
    ),
  ];
  return (
    <>
      <div className="daycap">
        <h3 className="lab">
          <span className="wide-day">{longDay(now, zone)}</span>
          <span className="short-day">{weekdayAndDay(now, zone)}</span>{' '}
          <span className="zone">· {zonePlace(zone)} time</span>
        </h3>
        {isPaused || status.reading ? (
          <span className="small mute">
            {status.reading ? readingCloset(status.reading) : `${counted(day.shares, 'share')} so far today`}
          </span>
        ) : (
          <Key tags={tags} isPreview={isPreview} />
        )}
      </div>
      <div
        className={brackets.length > 0 ? 'rail' : 'rail no-slots'}
        role="img"
        aria-label={`${said.join('; ')}. It is now ${placedTime(now, zone)}.`}
      >
        {brackets.length > 0 && <Brackets brackets={brackets} now={now} zone={zone} />}
        <div className="pipe" />
        <div className="hang" aria-hidden="true">
          {tags.map((tag) => (
            <Tag key={tag.startsAt} tag={tag} />
          ))}
          <div className={place > (isPaused ? 55 : 84) ? 'now late' : 'now'} style={properties({ x: place })}>
            <b>{isPaused ? `${isAway ? 'Waiting since' : 'Paused'} ${clockTime(mark, zone)}` : clockTime(now, zone)}</b>
          </div>
        </div>
        <div className="axis along" aria-hidden="true">
          {axisMarks(day.date, zone).map(({ x, label: hour }) => (
            <span key={x} style={properties({ x })}>
              {hour}
            </span>
          ))}
        </div>
      </div>
    </>
  );
};

const Key = ({ tags, isPreview }: { tags: readonly RailTag[]; isPreview: boolean }) => {
  const drawn = new Set(tags.flatMap(({ state, kind }) => [state, kind]));
  const entries = [
    { look: '', name: 'Shared', isDrawn: drawn.has('done') || drawn.has('cut') },
    { look: 'l', name: 'This round', isDrawn: drawn.has('running') },
    { look: 'p', name: isPreview ? 'If you start now' : 'Planned', isDrawn: drawn.has('planned') },
    { look: 'party', name: 'Party', isDrawn: drawn.has('party') },
    { look: 'back', name: 'Share-back', isDrawn: drawn.has('back') },
  ];
  return (
    <div className="rail-key" aria-hidden="true">
      {entries
        .filter(({ isDrawn }) => isDrawn)
        .map(({ look, name }) => (
          <span key={name}>
            <i className={look} />
            {name}
          </span>
        ))}
    </div>
  );
};

const tagClass: Record<RailTag['state'], string> = { done: '', cut: 'part', running: 'live', planned: 'plan' };

/** Only a round that finished before the seller's eyes lets its tag settle. */
const Tag = ({ tag }: { tag: RailTag }) => {
  const [wasRunning, setWasRunning] = useState(false);
  const isRunning = tag.state === 'running';
  if (isRunning && !wasRunning) setWasRunning(true);
  const classes = [
    tagClass[tag.state],
    tag.kind === 'self' ? '' : tag.kind,
    tag.fill < 0.3 ? 'low' : '',
    wasRunning && (tag.state === 'done' || tag.state === 'cut') ? 'settles' : '',
  ];
  return (
    <i
      className={classes.filter((name) => name !== '').join(' ')}
      style={properties({ x: tag.x, w: tag.width, h: tag.height, f: tag.fill.toFixed(3) })}
    >
      {tag.fill < 1 && <s />}
      {tag.shares > 0 && tag.state !== 'planned' && <b>{count(tag.shares)}</b>}
    </i>
  );
};

const Brackets = ({ brackets, now, zone }: { brackets: SlotBracket[]; now: number; zone: string }) => (
  <div className="rail-slots" aria-hidden="true">
    {brackets.map(({ key, letter, from, to, startsAt, endsAt }) => (
      <span key={key} className={now >= startsAt && now < endsAt ? 'on' : ''} style={properties({ a: from, b: to })}>
        <b>{letter}</b>
        <em>
          {shortTime(startsAt, zone)}–{shortTime(endsAt, zone)}
        </em>
      </span>
    ))}
  </div>
);

const shortTime = (at: number, zone: string): string => withoutZeroMinutes(clockTime(at, zone));

const otherRound = ({ kind, party, state, shares, planned, startsAt }: RailTag, zone: string): string | null => {
  if (kind === 'self') return null;
  const what = kind === 'party' ? `for ${party ?? 'a party'}` : 'of share-backs';
  return `${counted(state === 'planned' ? planned : shares, 'share')} ${what} at ${placedTime(startsAt, zone)}`;
};
