// Faults 11 to 27: the database, and clocks.

import { alone, type FaultRow, legs, met, mixed, row, testsIn } from './row.ts';

const proxy = testsIn('tests/chaos/mixed/proxy.test.ts');
const away = testsIn('src/server/adapters/database/away.test.ts');
const serving = testsIn('tests/journeys/front/serving.test.ts');
const postgres = testsIn('src/server/adapters/database/postgres.test.ts');
const embedded = testsIn('src/server/adapters/database/embedded.test.ts');
const clock = testsIn('src/server/adapters/clock/clock.test.ts');
const jumping = testsIn('tests/chaos/database-clock.test.ts');
const unreachable = testsIn('tests/journeys/bot/failures/unreachable.test.ts');
const held = testsIn('tests/journeys/bot/held.test.ts');
const disk = testsIn('src/server/adapters/disk-space.test.ts');
const ledger = testsIn('src/server/features/bot/ledger/ledger.test.ts');
const groupCommit = testsIn('src/server/features/bot/ledger/ledger-in-groups.test.ts');
const limit = testsIn('src/domain/bot/limit/limit.test.ts');
const schedule = testsIn('src/domain/bot/schedule/schedule.test.ts');
const slots = testsIn('src/domain/bot/schedule/slot-editing.test.ts');
const time = testsIn('src/domain/time.test.ts');
const rounds = testsIn('tests/journeys/bot/rounds.test.ts');
const workers = testsIn('tests/journeys/bot/workers.test.ts');

export const databaseFaults: readonly FaultRow[] = [
  row(
    11,
    'PostgreSQL restarts.',
    'Workers wait, connect again, and share within 3 s of its return. 100 restarts.',
    met(
      postgres('works again after the server closed every connection'),
      legs('restarted', 'restarts'),
      mixed('restart-database'),
    ),
  ),
  row(
    12,
    'PostgreSQL crashes and recovers, or its process is killed.',
    'Bots share again within 10 s of its recovery. 50 crashes.',
    met(embedded('it is back within seconds, %s'), legs('crashed', 'reborn'), mixed('crash-database', 'kill-database')),
  ),
  row(
    13,
    'Five connections a second are ended by an administrator, for five minutes.',
    'No program ends, and 80 % of the shares are still made.',
    met(postgres('works again after the server closed every connection'), alone('end-connections', 5, 1)),
  ),
  row(
    14,
    'All connections of the database are taken.',
    'Calls get a 503 that says when to try again, and everything recovers on its own within 5 s.',
    met(
      away('a database %s'),
      serving('are answered, or asked to try again, and never crash'),
      mixed('no-connections'),
    ),
  ),
  row(
    15,
    'The network to the database is cut for 30 s.',
    'Nothing is sent without a reservation, and nothing at all from 2 s after the cut on. Shares in flight are settled later.',
    met(
      groupCommit(
        'reserves nothing while the database is unreachable, and gives back reservations that may have been stored',
      ),
      unreachable('does not make a confirmed share unknown (%d calls fail)'),
      proxy('a cut ends every connection, and new ones until it is healed'),
      alone('cut-database', 10, 15),
    ),
  ),
  row(
    16,
    'A connection to the database is dead, and no error arrives.',
    'Hangtag gives it up within 10 s of asking, and connects again.',
    met(
      postgres('is given up after one wait in %s, and works again when it is back'),
      proxy('a dead network delivers nothing, and the connection stays dead'),
      alone('dead-database', 10, 15),
    ),
  ),
  row(
    17,
    'A commit is cut off before it arrives, or its answer is.',
    'The reservation may have been made, so it is given back by its id. 500 lost commits.',
    met(
      groupCommit('gives back no later share if its own reservation %s'),
      unreachable('does not skip the offers after the round that it ended'),
      proxy('a commit is lost before it arrives, or after it was done'),
      alone('lost-commits', 10, 5),
    ),
  ),
  row(
    18,
    'The disk is full.',
    'Bots wait and say why, nothing is sent, and they continue when there is room.',
    met(
      held('write and send nothing, say why, and continue when there is room'),
      disk('demos and photos wait below 1 GB, bots below 300 MB, and the operator reads about each change once'),
      mixed('disk'),
      { kind: 'chaos', args: '--kills 200 --legs disk' },
    ),
  ),
  row(
    19,
    'The database takes 500 ms for each answer.',
    'Shares come later, and nothing piles up.',
    met(
      groupCommit(
        'reserves nothing for a request that has waited too long',
        'counts the time to send from its turn, not from when it was queued',
      ),
      mixed('slow-database'),
    ),
  ),
  row(
    20,
    'The wall clock of a machine is two hours ahead.',
    'Days, limits, and leases follow the database’s clock.',
    met(clock('is not moved by the wall clock of the host'), mixed('clock')),
  ),
  row(
    21,
    'The wall clock of a machine is two hours behind.',
    'No slot opens twice.',
    met(clock('is not moved by the wall clock of the host'), mixed('clock')),
  ),
  row(
    22,
    'The database’s clock jumps by an hour.',
    'A share day never moves backward, so its limit holds. After a step back, a bot waits until its last share is past.',
    met(
      jumping(
        'a clock of the database that jumps by an hour over midnight, forward and back, gives no second limit for a day',
      ),
      clock('follows a database whose clock was set back, once, by that step'),
      clock('follows the database forward within two seconds and runs what has become due'),
      ledger('is counted for a share day that never moves backward'),
      time('after %s, with %s computed, is %s: it never moves backward'),
    ),
  ),
  row(
    23,
    'A slot from 2:30 to 3:30 AM on the day when clocks go forward.',
    'It opens once, at 3:00 AM.',
    met(
      schedule(
        'windows of a day > $what',
        'a slot opens exactly once on each of its days, even on days with a clock change',
      ),
    ),
  ),
  row(
    24,
    'A slot from 1:00 to 2:00 AM on the day when clocks go back.',
    'It opens once, and the day’s limit counts once over 25 hours.',
    met(
      schedule(
        'windows of a day > $what',
        'a slot opens exactly once on each of its days, even on days with a clock change',
      ),
      slots('open once, for the same hours, in the night when the clocks %s'),
      time('%s in %s has %d hours'),
    ),
  ),
  row(
    25,
    'Zones with half hours, and zones without a clock change.',
    'All are right, on each day of a year.',
    met(
      schedule('a slot opens exactly once on each of its days, even on days with a clock change'),
      time(
        'days follow each other without a gap or an overlap, and each moment is in exactly one',
        'midnights, skipped hours, and repeated hours are where Temporal has them',
      ),
    ),
  ),
  row(
    26,
    'The seller moves 14 hours ahead or 12 back with the limit used up.',
    'There is no second day’s limit: any 24 hours stay within it.',
    met(
      limit(
        'by 14 hours ahead or 12 back with the limit used up allows no share for a day',
        'gives no second day’s limit, however often and wherever the seller moves',
      ),
      rounds('applies to any 24 hours after a move to another zone'),
    ),
  ),
  row(
    27,
    'Slots over midnight, and slots that overlap.',
    'Slots are merged, and one over midnight belongs to the day on which it opens.',
    met(
      schedule('windows never touch, close after they open, and each due start is in exactly one'),
      workers('counts the next share for the day on which the marketplace gets it'),
    ),
  ),
];
