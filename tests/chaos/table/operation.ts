// Faults 51 to 60: upgrades, load, and the operator.

import { bench, command, type FaultRow, legs, met, mixed, row, testsIn } from './row.ts';

const start = testsIn('tests/journeys/operation/start.test.ts');
const backup = testsIn('tests/journeys/operation/backup.test.ts');
const restored = testsIn('tests/journeys/bot/restored.test.ts');
const lost = testsIn('src/domain/bot/limit/lost-shares.test.ts');
const workers = testsIn('tests/journeys/bot/workers.test.ts');
const held = testsIn('tests/journeys/bot/held.test.ts');
const migrate = testsIn('src/server/adapters/database/migrate.test.ts');
const model = testsIn('src/server/adapters/advisor/model-advisor.test.ts');
const answer = testsIn('src/server/adapters/advisor/answer.test.ts');
const vision = testsIn('src/server/adapters/vision/vision.test.ts');
const budgets = testsIn('tests/journeys/front/budgets.test.ts');
const places = testsIn('tests/journeys/front/places.test.ts');
const log = testsIn('src/server/adapters/log/log.test.ts');
const blockedLog = testsIn('tests/journeys/front/blocked-log.test.ts');

export const operationFaults: readonly FaultRow[] = [
  row(
    51,
    'SIGTERM during 100 running rounds.',
    'Shares in flight are settled and leases given back, within 10 s.',
    met(
      start('ends at SIGTERM with 0 within five seconds and leaves no process behind'),
      workers('gives back reservations that it did not send, even those that were made while it was closing'),
      mixed('roll'),
    ),
  ),
  row(
    52,
    'A rolling upgrade with a new schema.',
    'Old and new programs run side by side, and a bot waits at most 2 s longer than between two shares.',
    met(
      workers('take over when another one ends, and share nothing twice'),
      migrate(
        'lets one of several programs migrate while the others wait',
        'waits for a table that is in use without holding up others for long',
        'gives way before PostgreSQL ends the statement of another program for a deadlock',
        'refuses a database that is newer than the program',
      ),
      mixed('roll', 'new-schema'),
      { kind: 'chaos', args: '--minutes 10 --faults roll --old FOLDER' },
      legs('roll'),
      bench('upgrade'),
    ),
  ),
  row(
    53,
    '10,000 bots are due in the same second.',
    'One worker claims them within 15 s, 200 at a time, and spreads their shares over the pause. From then on, 99 % of the shares are at most 2 s late.',
    met(bench('engine --bots 10000')),
  ),
  row(
    54,
    'A start after six hours of downtime.',
    'Missed rounds are skipped, and there is no burst.',
    met(
      workers('skips the rounds that it missed while nothing ran'),
      held('can be started but share nothing, say so, and continue without a burst when the pause ends'),
    ),
  ),
  row(
    55,
    'The AI model is down, slow, or answers nonsense.',
    'A clear error, checked numbers, and bots that notice nothing.',
    met(
      model(
        'that %s counts as failed, with a reason and without its own message',
        'is left alone for a minute after it was unreachable three times',
        'that %s is dropped when the time is over',
      ),
      answer('is left out if it is %s'),
    ),
  ),
  row(
    56,
    '20 photos of 8 MB and pictures made to be huge, at once.',
    'They wait or are refused, and bots stay on time: event loop at most 50 ms late, 150 MB more memory.',
    met(
      vision('is ended while it uses more memory than the limit'),
      places('takes no place from others, and its account can send no second one meanwhile'),
      bench('photo-load'),
    ),
  ),
  row(
    57,
    '200 sign-ins a second.',
    'They are refused early, and sharing keeps 95 % of its rate.',
    met(budgets('of %s for %s refuses each of its rows once it is used up, and nobody else'), mixed('login-flood')),
  ),
  row(
    58,
    'A start with the wrong secret key.',
    'It prints one sentence and exits with a code other than 0, within 2 s.',
    met(
      start(
        'a key other than the one that encrypted the credentials, without any loss',
        'a database whose key is gone, and creates no other key, which somebody could take for the right one',
      ),
      command('WRONG_STARTS=20 npx vitest run tests/journeys/operation/start.test.ts'),
    ),
  ),
  row(
    59,
    'Last night’s backup is restored.',
    'Bots are stopped. When a seller starts one again, the most that it can have shared since the backup counts toward that day’s limit.',
    met(
      restored(
        'a bot of a restored backup counts what it may have shared since, so the marketplace never accepts more than the limit',
      ),
      lost('a restored database may lack of a day: %s'),
      backup(
        'contains every row and restores it exactly, with bots stopped and open shares as unknown',
        'names the time since which shares may be missing, and so does a backup of what was restored from it',
      ),
    ),
  ),
  row(
    60,
    'Nobody reads the log anymore, and its pipe is full.',
    'Nothing waits for the log, the lines that were dropped are counted, and sharing keeps 95 % of its rate.',
    met(
      log('a reader that stopped reading holds nothing up, and learns later how many lines it missed'),
      blockedLog('a program whose log is a full pipe answers every request, and then counts the lines that it dropped'),
      mixed('blocked-log'),
    ),
  ),
];
