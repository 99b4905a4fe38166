// Draws the table of transitions as a document: docs/bot-states.md. It is generated from the results of `transition`.

import { type BotState, botStates } from '#domain/bot/bot.ts';
import type { BotRow, EventKind } from './events.ts';
import { dueAt, eventKinds, events, now, resumesAt, rows } from './transitions.fixture.ts';
import { transition } from './transitions.ts';

const who: Record<EventKind, string> = {
  start: 'the seller; also a planned start on a new day',
  stop: 'the seller or the operator; also when the closet is disconnected',
  restart_planned: 'the daily limit, with `resumeDaily`; the seller, by settings or time zone',
  resume: 'the seller',
  check_try_counted: 'the seller, before anything is sent',
  settings_changed: 'the seller',
  limit_restored: 'the seller',
  zone_moved: 'the seller',
  paused_from_outside: 'another call of the account at the marketplace',
  claimed: 'a worker',
  released: 'the owner',
  round_started: 'the owner',
  round_finished: 'the owner',
  round_skipped: 'the owner',
  paused: 'the owner',
  pause_ended: 'the owner',
  browser_lost: 'the owner: a share is due, and no paired browser is awake',
  browser_back: 'a poll of a paired browser; also another way of linking the closet',
  limit_reached: 'the owner',
  limit_updated: 'the owner',
  share_day_moved: 'the owner, with a reservation',
  lease_ended: 'the fleet: a worker closed or died',
  missed_counted: 'the fleet: a standby was promoted that may have missed shares',
  orphaned: 'the fleet: nobody works for the bot',
};

/** The results of an event for the rows in a state, for owned rows if any, otherwise for all. */
function outcomes(kind: EventKind, state: BotState): { row: BotRow; before: BotRow }[] {
  const possible = rows
    .filter(({ phase }) => phase.state === state)
    .flatMap((before) => {
      const done = transition(before, events[kind]);
      return done.kind === 'changed' ? [{ before, row: done.row }] : [];
    });
  const owned = possible.filter(({ before }) => before.owner !== null);
  return owned.length > 0 ? owned : possible;
}

function cell(kind: EventKind, state: BotState): string {
  const found = outcomes(kind, state);
  const [first] = found;
  if (first === undefined) return '–';
  const states = [...new Set(found.map(({ row }) => row.phase.state))].join(' or ');
  const { before, row } = first;
  return [
    states === state ? 'stays' : `**${states}**`,
    handsOf(before, row),
    row.epoch === before.epoch ? '' : 'epoch +1',
    row.revision === before.revision ? '' : 'revision +1',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function handsOf(before: BotRow, row: BotRow): string {
  if (row.owner !== null) return before.owner === null ? 'owned' : '';
  switch (row.dueAt) {
    case before.dueAt:
      return '';
    case null:
      return '';
    case now:
      return 'due at once';
    case dueAt:
      return 'due for the next round';
    case resumesAt:
      return 'due when the pause ends';
    default:
      return 'due';
  }
}

/** The changes of state that the table allows, such as `stopped --> waiting`, each with its events. */
export function findArrows(): Map<string, EventKind[]> {
  const arrows = new Map<string, EventKind[]>();
  for (const kind of eventKinds)
    for (const state of botStates)
      for (const next of new Set(outcomes(kind, state).map(({ row }) => row.phase.state)))
        if (next !== state) arrows.set(`${state} --> ${next}`, [...(arrows.get(`${state} --> ${next}`) ?? []), kind]);
  return arrows;
}

function drawDiagram(): string {
  const lines = [...findArrows()].map(([arrow, kinds]) => `    ${arrow}: ${kinds.join(', ')}`);
  return ['```mermaid', 'stateDiagram-v2', '    [*] --> stopped', ...lines, '```'].join('\n');
}

function drawTable(): string {
  const lines = eventKinds.map((kind) => {
    const cells = botStates.map((state) => cell(kind, state));
    return `| \`${kind}\` | ${who[kind]} | ${cells.join(' | ')} |`;
  });
  return [
    `| event | caused by | ${botStates.join(' | ')} |`,
    `|---|---|${botStates.map(() => '---|').join('')}`,
    ...lines,
  ].join('\n');
}

export const drawStates = (): string => `# The bot's states

This page is generated from \`src/server/features/bot/state/transitions.ts\`, the one table that every change of a bot's row goes through. A test checks that the two agree. After a change of the table, write the page with \`npx vitest run src/server/features/bot/state/transitions.test.ts -u\`.

${drawDiagram()}

## The rules

- **Epoch** goes up exactly when the owner changes. One epoch is one stretch of work by one worker. A reservation names owner and epoch, so a worker that lost the bot can reserve nothing.
- **Revision** goes up with every event that doesn't come from a worker or the fleet. The owner reads the bot again before its next share, and the screens reload.
- **Owner** is set only by a claim. Everything that stops or pauses the bot clears it, and so does every event after which a worker must read the bot from scratch.
- **Due time** is set exactly when nobody owns the bot and a worker has something to do. A paused bot is due when its pause ends, and never while the pause waits for the seller. A bot that waits for a browser is never due: the browser’s poll makes it due. A stopped bot is never due.
- **A pause** has a reason, a message, and sometimes an end. Only a paused bot has one. If another call meets something that only the seller can end, such as a human check, it replaces a pause that would end on its own. **A round** belongs to a sharing bot, and is kept through a pause and while the bot waits for a browser.

## Every event in every state

What an event does to a bot that a worker owns, or to one without an owner if only that is possible. A dash means that the event is impossible and changes nothing.

${drawTable()}

A bot that stopped itself at its limit may have a planned start, which is not a due time. *restart_planned* stores it, and *start* carries it out. *Stop* cancels it, which is all it does to a stopped bot.

A start, a resume, and a change of settings make the bot due at once, so the next worker decides again from scratch. A change of settings that opens a time slot also forgets when the last round began: the next round starts at once, within the limit.
`;
