// Faults 28 to 40: the marketplace.

import { alone, command, type FaultRow, met, mixed, row, testsIn } from './row.ts';

const share = testsIn('src/marketplace/tests/sharing/share.test.ts');
const unsent = testsIn('src/marketplace/tests/sharing/unsent-share.test.ts');
const ofAccount = testsIn('src/marketplace/tests/sharing/calls-of-an-account.test.ts');
const outages = testsIn('tests/journeys/bot/failures/outages.test.ts');
const humanChecks = testsIn('tests/journeys/bot/failures/human-checks.test.ts');
const refusals = testsIn('tests/journeys/bot/failures/refusals.test.ts');
const unreachable = testsIn('tests/journeys/bot/failures/unreachable.test.ts');
const held = testsIn('tests/journeys/bot/held.test.ts');
const circuit = testsIn('src/domain/bot/circuit.test.ts');
const notices = testsIn('tests/journeys/notices/two-processes.test.ts');
const account = testsIn('tests/journeys/closet/account.test.ts');
const rounds = testsIn('tests/journeys/bot/rounds.test.ts');
const sync = testsIn('tests/journeys/listings/listings.test.ts');
const missing = testsIn('tests/journeys/listings/missing.test.ts');

export const marketplaceFaults: readonly FaultRow[] = [
  row(
    28,
    'The marketplace takes 30 s to answer.',
    'The share ends at its deadline as not confirmed, the bot waits longer, and a seller never has two calls at once.',
    met(
      share('is uncertain and sent once: %s', 'ends at its own deadline, whatever the deadline of other calls'),
      ofAccount('run one after another, and those of two accounts at the same time'),
      mixed('slow-answer', 'slow-marketplace', 'dead-marketplace'),
    ),
  ),
  row(
    29,
    'Too many requests (429), with Retry-After: 300.',
    'That seller’s bot waits at least as long, and no other.',
    met(
      refusals('too many requests (E7): a longer Retry-After wins'),
      outages('one seller’s failures do not affect another’s bot'),
      mixed('rate-limit'),
    ),
  ),
  row(
    30,
    'Too many requests, for every seller.',
    'From the twentieth seller within ten minutes on, all bots wait. After 15 minutes, one share at a time tries, at most one a minute in all processes together. If it is accepted, all bots resume, spread out. If it is refused, the wait doubles, up to an hour.',
    met(
      held(
        'wait all together from the twentieth seller within ten minutes on, and one at a time tries, in all processes together',
      ),
      circuit(
        'is held after %d refused tries for %d minutes',
        'is tried by one bot at a time, and again after a minute without an answer',
      ),
    ),
  ),
  row(
    31,
    'Half of all answers are server errors for ten minutes.',
    'A share that may have arrived is not sent again in its round. For each reserved share, at most 1.1 calls are made.',
    met(
      outages(
        '%s: unknown, counted, shown, and not sent again in the round',
        'a long outage: waits of 2, 8, and 30 seconds, then 5, 15, and 60 minutes, and the bot continues on its own',
      ),
      alone('server-errors', 10, 1),
    ),
  ),
  row(
    32,
    'A human check.',
    'The bot pauses, Hangtag notifies the seller within 10 s, and nothing more is sent. Hangtag never solves a check.',
    met(
      humanChecks('human check (%s): no further write before the seller says done'),
      notices('notifies the devices that chose it, with the screen’s own text'),
      mixed('human-check'),
    ),
  ),
  row(
    33,
    'The session ends in the middle of a round.',
    'One sign-in, then the round continues. Never two sign-ins at once.',
    met(
      refusals('session ended (%s): one sign-in in the background, then the same listing once more'),
      account('signs in again once for all callers that met the same ended session'),
      mixed('end-session'),
    ),
  ),
  row(
    34,
    'The stored password is wrong.',
    'One try, and never again with that password.',
    met(
      refusals(
        'session ended, and the password is no longer accepted: one sign-in, and never with that password again',
      ),
      account('does not sign in again without a password, nor with one that was refused'),
    ),
  ),
  row(
    35,
    'The marketplace suspends the account.',
    'Nothing more is written for that seller.',
    met(refusals('$kind: pauses for $reason and sends nothing more')),
  ),
  row(
    36,
    'HTML in place of JSON, JSON that is cut off, or a body of 10 MB.',
    'All are failures, and no more than 20 MB of memory stay in use. 10,000 answers.',
    met(
      ofAccount(
        'survive any answer, and count only a JSON object without an error as a confirmed share',
        'read 8 MiB and not a byte more',
      ),
      command('ANSWERS=10000 npx vitest run src/marketplace/tests/sharing/calls-of-an-account.test.ts'),
    ),
  ),
  row(
    37,
    'The marketplace accepts a share, and the connection breaks before it answers.',
    'The share is not confirmed and not sent again in its round. None is doubled in 10,000.',
    met(
      share('is not sent again on a new connection by the HTTP client'),
      unsent('is distinguished from one whose connection dies after its first bytes, which stays uncertain'),
      outages('%s: unknown, counted, shown, and not sent again in the round'),
      unreachable('costs no share of the limit, and the listing is tried again after the usual wait'),
      mixed('reset-after-accept', 'cut-marketplace'),
    ),
  ),
  row(
    38,
    'A listing is sold before its turn.',
    'It is skipped and marked.',
    met(rounds('skips listings that were sold, removed, or taken off sale since the sync')),
  ),
  row(
    39,
    'A sync gets only some pages, or none.',
    'No listing is called inactive because of that.',
    met(
      sync('on its second page by %s changes nothing'),
      missing(
        'is not believed before a second check',
        'stays complete if only the reply was wrong',
        'is read again after 60 s before anything is changed',
      ),
    ),
  ),
  row(
    40,
    'A sync while the bot shares and prices change.',
    'No change is lost.',
    met(
      sync(
        'a sync locks the account, so that no share is reserved in between',
        'shares that are counted during a sync are not lost',
      ),
      refusals('prices change while the bot shares, and neither loses anything'),
      { kind: 'chaos', args: '--minutes 10' },
    ),
  ),
];
