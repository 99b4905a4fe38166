// Faults 1 to 10: programs that end or stand still, and the daily limit.

import { command, type FaultRow, legs, met, mixed, row, testsIn } from './row.ts';

const short = testsIn('tests/chaos/short.test.ts');
const worker = testsIn('tests/journeys/bot/failures/worker.test.ts');
const workers = testsIn('tests/journeys/bot/workers.test.ts');
const races = testsIn('src/server/features/bot/tests/races.test.ts');
const ledger = testsIn('src/server/features/bot/ledger/ledger.test.ts');
const rounds = testsIn('tests/journeys/bot/rounds.test.ts');
const machine = testsIn('src/server/features/bot/tests/model/state-machine.test.ts');
const local = testsIn('src/server/adapters/local-processes.test.ts');
const stories = testsIn('tests/browser/bot/bot.spec.ts');

const manyKills = short(
  'nothing is shared twice and no limit is passed while two workers are struck in every way again and again',
);

export const processFaults: readonly FaultRow[] = [
  row(
    1,
    'A worker is killed between reserving and sending a share.',
    'The share becomes not confirmed and is not sent again. Other bots continue, and the first new share comes within 5 s. 1,000 kills.',
    met(manyKills, worker('becomes unknown if its round ended $when'), legs('embedded', 'workers', 'restart')),
  ),
  row(
    2,
    'A worker is killed after the marketplace accepted a share, before that is stored.',
    'The share is counted and shown as not confirmed. None is lost or doubled in 1,000 kills.',
    met(
      manyKills,
      stories('killed during a round continues on its own, and so does the open page'),
      legs('embedded', 'workers'),
    ),
  ),
  row(
    3,
    'One of three workers is killed every 5 seconds for 30 minutes.',
    'Sharing continues, with at least 90 % of the shares that it makes without faults. Workers of one machine see at once that one is dead. One on another machine waits up to 5 s for its lease to end.',
    met(
      worker('gives up its bots at once to $which on the machine, which shares other listings first'),
      local('a process of this host lives until it is killed, and one of another host always may'),
      { kind: 'chaos', args: '--minutes 30 --faults kill-worker --every 5' },
    ),
  ),
  row(
    4,
    'A web process is killed while it answers Start.',
    'The bot is stopped or running, never in between.',
    met(
      machine('the bot does what the model says, whatever sellers and workers do and in whatever order'),
      races('with the seller’s changes never lose a bot: it has an owner, a due time, or is stopped'),
      mixed('kill-web'),
    ),
  ),
  row(
    5,
    'A worker’s machine stops for a minute and continues.',
    'The worker sees that its lease is gone, and sends nothing under it.',
    met(
      manyKills,
      worker('sends nothing that it had reserved before, and starts again with a new lease and the right time'),
      mixed('freeze', 'sleep'),
    ),
  ),
  row(
    6,
    'A worker’s event loop is blocked for 15 s.',
    'The lease is lost, and nothing is shared twice.',
    met(races('with $with is made before it or not at all'), mixed('block')),
  ),
  row(
    7,
    'Two workers have the same name.',
    'Still nothing is shared twice. Workers draw a random id at each lease, so two can’t get the same one by mistake.',
    met(
      workers('never both own one bot'),
      worker('is not confused with a lease $what'),
      races('share the bots, each claimed once and under an epoch of its own'),
    ),
  ),
  row(
    8,
    '40 shares are reserved at once with one left under the limit.',
    'Exactly one is reserved, in 10,000 tries.',
    met(
      ledger('gives one of 40 requests the last reservation, a thousand times'),
      command('RACES=10000 npx vitest run src/server/features/bot/ledger/ledger.test.ts'),
    ),
  ),
  row(
    9,
    'The limit is lowered below today’s count while the bot runs.',
    'The bot stops at its next share, and no number is below zero.',
    met(
      rounds('lowered below the day’s count stops the bot at its next share'),
      races('with a lower limit never exceeds the limit in force'),
    ),
  ),
  row(
    10,
    'The limit is raised after the bot stopped at it.',
    'The bot stays stopped until the seller presses Start.',
    met(stories('a higher limit makes Start possible again')),
  ),
];
