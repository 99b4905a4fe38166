// Faults 41 to 50: what sellers do at a bad moment, and prices.

import { command, type FaultRow, met, mixed, row, testsIn } from './row.ts';

const account = testsIn('tests/journeys/closet/account.test.ts');
const commands = testsIn('tests/journeys/bot/start-and-stop.test.ts');
const races = testsIn('src/server/features/bot/tests/races.test.ts');
const disconnecting = testsIn('tests/journeys/closet/disconnecting.test.ts');
const leaving = testsIn('tests/journeys/account/leaving.test.ts');
const crash = testsIn('tests/journeys/listings/prices/crash.test.ts');
const crashOf20 = testsIn('tests/journeys/listings/prices/crash-at-each-price.test.ts');
const bulk = testsIn('tests/journeys/listings/prices/bulk-change.test.ts');
const undo = testsIn('tests/journeys/listings/prices/undo.test.ts');
const offers = testsIn('tests/journeys/bot/offers.test.ts');
const onePrice = testsIn('tests/journeys/listings/prices/one-price.test.ts');
const price = testsIn('src/marketplace/tests/price.test.ts');
const stories = testsIn('tests/browser/bot/bot.spec.ts');

export const sellerFaults: readonly FaultRow[] = [
  row(
    41,
    'Stop during a share.',
    'Stop is confirmed once it is stored. After that, at most the one share in flight arrives. 1,000 stops, confirmed within 150 ms.',
    met(
      commands('a Stop during a share is stored before it is confirmed, and at most that share still arrives'),
      commands('stops in every state, before the next share, and says so'),
      stories('Stop takes effect at once, and earlier shares stay in the log'),
      command('STOPS=1000 npx vitest run tests/journeys/bot/start-and-stop.test.ts'),
    ),
  ),
  row(
    42,
    'Start twice: a double click, or two tabs.',
    'One bot runs.',
    met(commands('starts once, even for many clicks'), races('with the seller’s own start starts the bot once')),
  ),
  row(
    43,
    'Settings change during a round.',
    'They apply from the next share, and a slot that is gone closes the round.',
    met(
      commands(
        'applies changed settings from the next share of a running round, without restarting it',
        'cuts a round if the new slots are closed now',
      ),
    ),
  ),
  row(
    44,
    'The closet is disconnected while the bot runs.',
    'The bot stops, the secrets are deleted, and no call follows.',
    met(
      commands('stops when the closet is disconnected, and sends nothing afterward'),
      disconnecting(
        'stops the bot and deletes credentials, session, and key, but keeps the history',
        'waits for a share in flight, so that no call follows',
      ),
    ),
  ),
  row(
    45,
    'The account is deleted while the bot runs.',
    'The bot stops, no call follows, and no row is left.',
    met(
      leaving(
        'requires the password, then deletes everything',
        'beside other calls of the account refuses them, and none of them crashes',
      ),
      disconnecting('before an account is deleted adds no log entry'),
    ),
  ),
  row(
    46,
    'The process is killed at any of 20 price changes, or at any of their undos.',
    'The journal says for each of the 20 whether it was made, was not, or may have been. The next process finishes them with one write per price, and an undo restores all that were made, also if the seller stops the rest. The bot shares again after at most 8 s, also if a sync or a test of the connection was cut off.',
    met(
      crashOf20(
        'leaves a journal that knows which are changed, the next process writes each of the others once, and all can be undone',
        'in an undo leaves a journal that knows which are restored, and the next process restores all the others',
        'leaves changes that can be undone if the seller stops the rest: $done and one $next',
      ),
      crash(
        'at any step of a bulk change leaves a journal that the next process finishes, with one write per price',
        'at any step of an undo leaves a journal that the next process finishes, with one write per price',
      ),
      account('is free eight seconds after its holder was killed, so the bot shares again'),
      mixed('kill-web', 'reset-price'),
    ),
  ),
  row(
    47,
    'Some of the price changes are refused.',
    'The others are made, and each has its result.',
    met(bulk('continues after listings of others, sold ones, and removed ones, and says why for each')),
  ),
  row(
    48,
    'A price is changed at the marketplace before its undo, or before an offer.',
    'That price stays, and Hangtag tells the seller. An offer follows it. One that a crash hid counts as sent.',
    met(
      undo('never overwrites a price that was changed elsewhere, at the marketplace or by a later change'),
      offers(
        'follow a price that was %s in the app, and it becomes ours',
        'that are refused don’t count, and one whose outcome a crash hid does',
      ),
    ),
  ),
  row(
    49,
    'The same price changes are sent twice.',
    'The second request gets the first result.',
    met(
      bulk(
        'is answered with the first result, even after a day, and another body with that key is refused',
        'twenty times at once changes each price once',
      ),
    ),
  ),
  row(
    50,
    'A price is a hundred times too high, cents for dollars.',
    'It is refused until the seller confirms it.',
    met(
      onePrice('of more than 60 %% is sent only after a second confirmation: %s'),
      price('is refused before sending: %s'),
    ),
  ),
];
