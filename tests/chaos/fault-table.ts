// The table of faults: what can go wrong, what Hangtag does then, and what proves it. `npm run chaos -- --report` prints it.

import { existsSync } from 'node:fs';

type Chapter = {
  title: string;
  /** What Hangtag must do, with the figure that is asked for. A proof is a file of tests, or a command that repeats the fault. */
  faults: readonly { fault: string; required: string; proofs: readonly string[] }[];
};

const chapters: readonly Chapter[] = [
  {
    title: 'Programs and the daily limit',
    faults: [
      {
        fault: 'A worker is killed between reserving and sending a share.',
        required:
          'The share becomes not confirmed and is not sent again. Other bots continue, and the first new share comes within 5 s. 1,000 kills.',
        proofs: [
          'tests/chaos/short.test.ts',
          'tests/journeys/bot/failures/worker.test.ts',
          'npm run chaos -- --kills 1000 --legs embedded,workers,restart',
        ],
      },
      {
        fault: 'A worker is killed after the marketplace accepted a share, before that is stored.',
        required: 'The share is counted and shown as not confirmed. None is lost or doubled in 1,000 kills.',
        proofs: [
          'tests/chaos/short.test.ts',
          'tests/browser/bot/bot.spec.ts',
          'npm run chaos -- --kills 1000 --legs embedded,workers',
        ],
      },
      {
        fault: 'One of three workers is killed every 5 seconds for 30 minutes.',
        required:
          'Sharing continues, with at least 90 % of the shares that it makes without faults. Workers of one machine see at once that one is dead. One on another machine waits up to 5 s for its lease to end.',
        proofs: [
          'tests/journeys/bot/failures/worker.test.ts',
          'src/server/adapters/database/embedded/local-processes.test.ts',
          'npm run chaos -- --minutes 30 --faults kill-worker --every 5',
        ],
      },
      {
        fault: 'A web process is killed while it answers Start.',
        required: 'The bot is stopped or running, never in between.',
        proofs: [
          'src/server/features/bot/tests/model/state-machine.test.ts',
          'src/server/features/bot/tests/races.test.ts',
          'npm run chaos -- --minutes 10 --faults kill-web',
        ],
      },
      {
        fault: 'A worker’s machine stops for a minute and continues.',
        required: 'The worker sees that its lease is gone, and sends nothing under it.',
        proofs: [
          'tests/chaos/short.test.ts',
          'tests/journeys/bot/failures/worker.test.ts',
          'npm run chaos -- --minutes 10 --faults freeze,sleep',
        ],
      },
      {
        fault: 'A worker’s event loop is blocked for 15 s.',
        required: 'The lease is lost, and nothing is shared twice.',
        proofs: ['src/server/features/bot/tests/races.test.ts', 'npm run chaos -- --minutes 10 --faults block'],
      },
      {
        fault: 'Two workers have the same name.',
        required:
          'Still nothing is shared twice. Workers draw a random id at each lease, so two can’t get the same one by mistake.',
        proofs: [
          'tests/journeys/bot/workers.test.ts',
          'tests/journeys/bot/failures/worker.test.ts',
          'src/server/features/bot/tests/races.test.ts',
        ],
      },
      {
        fault: '40 shares are reserved at once with one left under the limit.',
        required: 'Exactly one is reserved, in 10,000 tries.',
        proofs: [
          'src/server/features/bot/ledger/ledger.test.ts',
          'RACES=10000 npx vitest run src/server/features/bot/ledger/ledger.test.ts',
        ],
      },
      {
        fault: 'The limit is lowered below today’s count while the bot runs.',
        required: 'The bot stops at its next share, and no number is below zero.',
        proofs: ['tests/journeys/bot/rounds.test.ts', 'src/server/features/bot/tests/races.test.ts'],
      },
      {
        fault: 'The limit is raised after the bot stopped at it.',
        required: 'The bot stays stopped until the seller presses Start.',
        proofs: ['tests/browser/bot/bot.spec.ts'],
      },
    ],
  },
  {
    title: 'The database, and clocks',
    faults: [
      {
        fault: 'PostgreSQL restarts.',
        required: 'Workers wait, connect again, and share within 3 s of its return. 100 restarts.',
        proofs: [
          'src/server/adapters/database/postgres.test.ts',
          'npm run chaos -- --kills 1000 --legs restarted,restarts',
          'npm run chaos -- --minutes 10 --faults restart-database',
        ],
      },
      {
        fault: 'PostgreSQL crashes and recovers, or its process is killed.',
        required: 'Bots share again within 10 s of its recovery. 50 crashes.',
        proofs: [
          'src/server/adapters/database/embedded.test.ts',
          'npm run chaos -- --kills 1000 --legs crashed,reborn',
          'npm run chaos -- --minutes 10 --faults crash-database,kill-database',
        ],
      },
      {
        fault: 'Five connections a second are ended by an administrator, for five minutes.',
        required: 'No program ends, and 80 % of the shares are still made.',
        proofs: [
          'src/server/adapters/database/postgres.test.ts',
          'npm run chaos -- --minutes 5 --faults end-connections --every 1',
        ],
      },
      {
        fault: 'All connections of the database are taken.',
        required: 'Calls get a 503 that says when to try again, and everything recovers on its own within 5 s.',
        proofs: [
          'src/server/adapters/database/away.test.ts',
          'tests/journeys/front/serving.test.ts',
          'npm run chaos -- --minutes 10 --faults no-connections',
        ],
      },
      {
        fault: 'The network to the database is cut for 30 s.',
        required:
          'Nothing is sent without a reservation, and nothing at all from 2 s after the cut on. Shares in flight are settled later.',
        proofs: [
          'src/server/features/bot/ledger/ledger-in-groups.test.ts',
          'tests/journeys/bot/failures/unreachable.test.ts',
          'tests/chaos/mixed/proxy.test.ts',
          'npm run chaos -- --minutes 10 --faults cut-database --every 15',
        ],
      },
      {
        fault: 'A connection to the database is dead, and no error arrives.',
        required: 'Hangtag gives it up within 10 s of asking, and connects again.',
        proofs: [
          'src/server/adapters/database/postgres.test.ts',
          'tests/chaos/mixed/proxy.test.ts',
          'npm run chaos -- --minutes 10 --faults dead-database --every 15',
        ],
      },
      {
        fault: 'A commit is cut off before it arrives, or its answer is.',
        required: 'The reservation may have been made, so it is given back by its id. 500 lost commits.',
        proofs: [
          'src/server/features/bot/ledger/ledger-in-groups.test.ts',
          'tests/journeys/bot/failures/unreachable.test.ts',
          'tests/chaos/mixed/proxy.test.ts',
          'npm run chaos -- --minutes 10 --faults lost-commits --every 5',
        ],
      },
      {
        fault: 'The disk is full.',
        required: 'Bots wait and say why, nothing is sent, and they continue when there is room.',
        proofs: [
          'tests/journeys/bot/held.test.ts',
          'src/server/adapters/disk-space.test.ts',
          'npm run chaos -- --minutes 10 --faults disk',
          'npm run chaos -- --kills 200 --legs disk',
        ],
      },
      {
        fault: 'The database takes 500 ms for each answer.',
        required: 'Shares come later, and nothing piles up.',
        proofs: [
          'src/server/features/bot/ledger/ledger-in-groups.test.ts',
          'npm run chaos -- --minutes 10 --faults slow-database',
        ],
      },
      {
        fault: 'The wall clock of a machine is two hours ahead.',
        required: 'Days, limits, and leases follow the database’s clock.',
        proofs: ['src/server/adapters/clock/clock.test.ts', 'npm run chaos -- --minutes 10 --faults clock'],
      },
      {
        fault: 'The wall clock of a machine is two hours behind.',
        required: 'No slot opens twice.',
        proofs: ['src/server/adapters/clock/clock.test.ts', 'npm run chaos -- --minutes 10 --faults clock'],
      },
      {
        fault: 'The database’s clock jumps by an hour.',
        required:
          'A share day never moves backward, so its limit holds. After a step back, a bot waits until its last share is past.',
        proofs: [
          'tests/chaos/database-clock.test.ts',
          'src/server/adapters/clock/clock.test.ts',
          'src/server/features/bot/ledger/ledger.test.ts',
          'src/domain/time.test.ts',
        ],
      },
      {
        fault: 'A slot from 2:30 to 3:30 AM on the day when clocks go forward.',
        required: 'It opens once, at 3:00 AM.',
        proofs: ['src/domain/bot/schedule/schedule.test.ts'],
      },
      {
        fault: 'A slot from 1:00 to 2:00 AM on the day when clocks go back.',
        required: 'It opens once, and the day’s limit counts once over 25 hours.',
        proofs: [
          'src/domain/bot/schedule/schedule.test.ts',
          'src/domain/bot/schedule/slot-editing.test.ts',
          'src/domain/time.test.ts',
        ],
      },
      {
        fault: 'Zones with half hours, and zones without a clock change.',
        required: 'All are right, on each day of a year.',
        proofs: ['src/domain/bot/schedule/schedule.test.ts', 'src/domain/time.test.ts'],
      },
      {
        fault: 'The seller moves 14 hours ahead or 12 back with the limit used up.',
        required: 'There is no second day’s limit: any 24 hours stay within it.',
        proofs: ['src/domain/bot/limit/limit.test.ts', 'tests/journeys/bot/rounds.test.ts'],
      },
      {
        fault: 'Slots over midnight, and slots that overlap.',
        required: 'Slots are merged, and one over midnight belongs to the day on which it opens.',
        proofs: ['src/domain/bot/schedule/schedule.test.ts', 'tests/journeys/bot/workers.test.ts'],
      },
    ],
  },
  {
    title: 'The marketplace',
    faults: [
      {
        fault: 'The marketplace takes 30 s to answer.',
        required:
          'The share ends at its deadline as not confirmed, the bot waits longer, and a seller never has two calls at once.',
        proofs: [
          'src/marketplace/tests/sharing/share.test.ts',
          'src/marketplace/tests/sharing/calls-of-an-account.test.ts',
          'npm run chaos -- --minutes 10 --faults slow-answer,slow-marketplace,dead-marketplace',
        ],
      },
      {
        fault: 'Too many requests (429), with Retry-After: 300.',
        required: 'That seller’s bot waits at least as long, and no other.',
        proofs: [
          'tests/journeys/bot/failures/refusals.test.ts',
          'tests/journeys/bot/failures/outages.test.ts',
          'npm run chaos -- --minutes 10 --faults rate-limit',
        ],
      },
      {
        fault: 'Too many requests, for every seller.',
        required:
          'From the twentieth seller within ten minutes on, all bots wait. After 15 minutes, one share at a time tries, at most one a minute in all processes together. If it is accepted, all bots resume, spread out. If it is refused, the wait doubles, up to an hour.',
        proofs: ['tests/journeys/bot/held.test.ts', 'src/domain/bot/circuit.test.ts'],
      },
      {
        fault: 'Half of all answers are server errors for ten minutes.',
        required:
          'A share that may have arrived is not sent again in its round. For each reserved share, at most 1.1 calls are made.',
        proofs: [
          'tests/journeys/bot/failures/outages.test.ts',
          'npm run chaos -- --minutes 10 --faults server-errors --every 1',
        ],
      },
      {
        fault: 'A human check.',
        required:
          'The bot pauses, Hangtag notifies the seller within 10 s, and nothing more is sent. Hangtag never solves a check.',
        proofs: [
          'tests/journeys/bot/failures/human-checks.test.ts',
          'tests/journeys/notices/two-processes.test.ts',
          'npm run chaos -- --minutes 10 --faults human-check',
        ],
      },
      {
        fault: 'The session ends in the middle of a round.',
        required: 'One sign-in, then the round continues. Never two sign-ins at once.',
        proofs: [
          'tests/journeys/bot/failures/refusals.test.ts',
          'tests/journeys/closet/account.test.ts',
          'npm run chaos -- --minutes 10 --faults end-session',
        ],
      },
      {
        fault: 'The stored password is wrong.',
        required: 'One try, and never again with that password.',
        proofs: ['tests/journeys/bot/failures/refusals.test.ts', 'tests/journeys/closet/account.test.ts'],
      },
      {
        fault: 'The marketplace suspends the account.',
        required: 'Nothing more is written for that seller.',
        proofs: ['tests/journeys/bot/failures/refusals.test.ts'],
      },
      {
        fault: 'HTML in place of JSON, JSON that is cut off, or a body of 10 MB.',
        required: 'All are failures, and no more than 20 MB of memory stay in use. 10,000 answers.',
        proofs: [
          'src/marketplace/tests/sharing/calls-of-an-account.test.ts',
          'ANSWERS=10000 npx vitest run src/marketplace/tests/sharing/calls-of-an-account.test.ts',
        ],
      },
      {
        fault: 'The marketplace accepts a share, and the connection breaks before it answers.',
        required: 'The share is not confirmed and not sent again in its round. None is doubled in 10,000.',
        proofs: [
          'src/marketplace/tests/sharing/share.test.ts',
          'src/marketplace/tests/sharing/unsent-share.test.ts',
          'tests/journeys/bot/failures/outages.test.ts',
          'tests/journeys/bot/failures/unreachable.test.ts',
          'npm run chaos -- --minutes 10 --faults reset-after-accept,cut-marketplace',
        ],
      },
      {
        fault: 'A listing is sold before its turn.',
        required: 'It is skipped and marked.',
        proofs: ['tests/journeys/bot/rounds.test.ts'],
      },
      {
        fault: 'A sync gets only some pages, or none.',
        required: 'No listing is called inactive because of that.',
        proofs: ['tests/journeys/listings/listings.test.ts', 'tests/journeys/listings/missing.test.ts'],
      },
      {
        fault: 'A sync while the bot shares and prices change.',
        required: 'No change is lost.',
        proofs: [
          'tests/journeys/listings/listings.test.ts',
          'tests/journeys/bot/failures/refusals.test.ts',
          'npm run chaos -- --minutes 10',
        ],
      },
    ],
  },
  {
    title: 'Sellers and prices',
    faults: [
      {
        fault: 'Stop during a share.',
        required:
          'Stop is confirmed once it is stored. After that, at most the one share in flight arrives. 1,000 stops, confirmed within 150 ms.',
        proofs: [
          'tests/journeys/bot/start-and-stop.test.ts',
          'tests/browser/bot/bot.spec.ts',
          'STOPS=1000 npx vitest run tests/journeys/bot/start-and-stop.test.ts',
        ],
      },
      {
        fault: 'Start twice: a double click, or two tabs.',
        required: 'One bot runs.',
        proofs: ['tests/journeys/bot/start-and-stop.test.ts', 'src/server/features/bot/tests/races.test.ts'],
      },
      {
        fault: 'Settings change during a round.',
        required: 'They apply from the next share, and a slot that is gone closes the round.',
        proofs: ['tests/journeys/bot/start-and-stop.test.ts'],
      },
      {
        fault: 'The closet is disconnected while the bot runs.',
        required: 'The bot stops, the secrets are deleted, and no call follows.',
        proofs: ['tests/journeys/bot/start-and-stop.test.ts', 'tests/journeys/closet/disconnecting.test.ts'],
      },
      {
        fault: 'The account is deleted while the bot runs.',
        required: 'The bot stops, no call follows, and no row is left.',
        proofs: ['tests/journeys/account/leaving.test.ts', 'tests/journeys/closet/disconnecting.test.ts'],
      },
      {
        fault: 'The process is killed at any of 20 price changes, or at any of their undos.',
        required:
          'The journal says for each of the 20 whether it was made, was not, or may have been. The next process finishes them with one write per price, and an undo restores all that were made, also if the seller stops the rest. The bot shares again after at most 8 s, also if a sync or a test of the connection was cut off.',
        proofs: [
          'tests/journeys/listings/prices/crash-at-each-price.test.ts',
          'tests/journeys/listings/prices/crash.test.ts',
          'tests/journeys/closet/account.test.ts',
          'npm run chaos -- --minutes 10 --faults kill-web,reset-price',
        ],
      },
      {
        fault: 'Some of the price changes are refused.',
        required: 'The others are made, and each has its result.',
        proofs: ['tests/journeys/listings/prices/bulk-change.test.ts'],
      },
      {
        fault: 'A price is changed at the marketplace before its undo, or before an offer.',
        required:
          'That price stays, and Hangtag tells the seller. An offer follows it. One that a crash hid counts as sent.',
        proofs: ['tests/journeys/listings/prices/undo.test.ts', 'tests/journeys/bot/offers.test.ts'],
      },
      {
        fault: 'The same price changes are sent twice.',
        required: 'The second request gets the first result.',
        proofs: ['tests/journeys/listings/prices/bulk-change.test.ts'],
      },
      {
        fault: 'A price is a hundred times too high, cents for dollars.',
        required: 'It is refused until the seller confirms it.',
        proofs: ['tests/journeys/listings/prices/one-price.test.ts', 'src/marketplace/tests/price.test.ts'],
      },
    ],
  },
  {
    title: 'Upgrades, load, and the operator',
    faults: [
      {
        fault: 'SIGTERM during 100 running rounds.',
        required: 'Shares in flight are settled and leases given back, within 10 s.',
        proofs: [
          'tests/journeys/operation/start.test.ts',
          'tests/journeys/bot/workers.test.ts',
          'npm run chaos -- --minutes 10 --faults roll',
        ],
      },
      {
        fault: 'A rolling upgrade with a new schema.',
        required: 'Old and new programs run side by side, and a bot waits at most 2 s longer than between two shares.',
        proofs: [
          'tests/journeys/bot/workers.test.ts',
          'src/server/adapters/database/migrate.test.ts',
          'npm run chaos -- --minutes 10 --faults roll,new-schema',
          'npm run chaos -- --minutes 10 --faults roll --old FOLDER',
          'npm run chaos -- --kills 1000 --legs roll',
          'npm run bench -- upgrade',
        ],
      },
      {
        fault: '10,000 bots are due in the same second.',
        required:
          'One worker claims them within 15 s, 200 at a time, and spreads their shares over the pause. From then on, 99 % of the shares are at most 2 s late.',
        proofs: ['npm run bench -- engine --bots 10000'],
      },
      {
        fault: 'A start after six hours of downtime.',
        required: 'Missed rounds are skipped, and there is no burst.',
        proofs: ['tests/journeys/bot/workers.test.ts', 'tests/journeys/bot/held.test.ts'],
      },
      {
        fault: 'The AI model is down, slow, or answers nonsense.',
        required: 'A clear error, checked numbers, and bots that notice nothing.',
        proofs: ['src/server/adapters/advisor/model-advisor.test.ts', 'src/server/adapters/advisor/answer.test.ts'],
      },
      {
        fault: '20 photos of 8 MB and pictures made to be huge, at once.',
        required: 'They wait or are refused, and bots stay on time: event loop at most 50 ms late, 150 MB more memory.',
        proofs: [
          'src/server/adapters/vision/vision.test.ts',
          'tests/journeys/front/places.test.ts',
          'npm run bench -- photo-load',
        ],
      },
      {
        fault: '200 sign-ins a second.',
        required: 'They are refused early, and sharing keeps 95 % of its rate.',
        proofs: ['tests/journeys/front/budgets.test.ts', 'npm run chaos -- --minutes 10 --faults login-flood'],
      },
      {
        fault: 'A start with the wrong secret key.',
        required: 'It prints one sentence and exits with a code other than 0, within 2 s.',
        proofs: [
          'tests/journeys/operation/start.test.ts',
          'WRONG_STARTS=20 npx vitest run tests/journeys/operation/start.test.ts',
        ],
      },
      {
        fault: 'Last night’s backup is restored.',
        required:
          'Bots are stopped. When a seller starts one again, the most that it can have shared since the backup counts toward that day’s limit.',
        proofs: [
          'tests/journeys/bot/restored.test.ts',
          'src/domain/bot/limit/lost-shares.test.ts',
          'tests/journeys/operation/backup.test.ts',
        ],
      },
      {
        fault: 'Nobody reads the log anymore, and its pipe is full.',
        required:
          'Nothing waits for the log, the lines that were dropped are counted, and sharing keeps 95 % of its rate.',
        proofs: [
          'src/server/adapters/log/log.test.ts',
          'tests/journeys/front/blocked-log.test.ts',
          'npm run chaos -- --minutes 10 --faults blocked-log',
        ],
      },
    ],
  },
];

const intro = `# Faults

What can go wrong, what Hangtag does then, and what proves it. \`npm test\` runs the files of tests. The commands are long: they
repeat a fault many times, in real programs, and compare what the marketplace accepted with what Hangtag stored. After each of them,
these promises must hold:

- **I1** The marketplace accepts no more shares on a seller’s day than the limit.
- **I2** It accepts each listing at most once in a round.
- **I3** It accepts nothing that wasn’t stored before.
- **I4** Every count is the sum of its rows.
- **I5** No worker sends a share after another one has taken over.
- **I6** After a confirmed Stop, at most the one share in flight is accepted.
- **I7** Two shares of a seller are never closer together than the least pause.
- **I8** Every accepted price change is in the journal of prices exactly once.`;

export function writeFaults(): string {
  let number = 0;
  const tables = chapters.map(({ title, faults }) => {
    const rows = faults.map(({ fault, required, proofs }) => {
      number += 1;
      return `| ${number} | ${fault} | ${required} | ${proofs.map((proof) => `\`${proof}\``).join('<br>')} |`;
    });
    return [`## ${title}`, '', '| | Fault | What Hangtag does | Proof |', '|---|---|---|---|', ...rows].join('\n');
  });
  return `${[intro, ...tables].join('\n\n')}\n`;
}

/** The files of tests that the table names and that are gone. */
export const goneProofs = (): string[] =>
  chapters
    .flatMap(({ faults }) => faults.flatMap(({ proofs }) => proofs))
    .filter((proof) => !proof.includes(' ') && !existsSync(proof));
