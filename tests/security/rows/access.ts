// Security requirements of who may do what.
import { check, met, type Requirement, requirement, testsIn } from '../requirement.ts';

const calls = testsIn('tests/journeys/closet/calls.test.ts');
const onePrice = testsIn('tests/journeys/listings/prices/one-price.test.ts');
const bulk = testsIn('tests/journeys/listings/prices/bulk-change.test.ts');
const order = testsIn('tests/journeys/listings/order.test.ts');
const pictures = testsIn('tests/journeys/listings/pictures.test.ts');
const pricing = testsIn('tests/journeys/pricing/pricing.test.ts');
const profile = testsIn('tests/journeys/account/profile.test.ts');
const registration = testsIn('tests/journeys/account/registration.test.ts');
const requests = testsIn('tests/journeys/front/requests.test.ts');
const serving = testsIn('tests/journeys/front/serving.test.ts');
const outages = testsIn('tests/journeys/bot/failures/outages.test.ts');
const startAndStop = testsIn('tests/journeys/bot/start-and-stop.test.ts');
const ledger = testsIn('src/server/features/bot/ledger/ledger.test.ts');
const activity = testsIn('src/server/features/activity/activity.test.ts');
const pages = testsIn('src/server/http/pages/pages.test.ts');
const operation = testsIn('tests/journeys/operation/operation.test.ts');
const pairedBrowsers = testsIn('tests/journeys/companion/paired-browsers.test.ts');
const relay = testsIn('tests/journeys/companion/relay.test.ts');
const companionCalls = testsIn('tests/journeys/companion/companion-calls.test.ts');
const allowlist = testsIn('src/companion/allow/allowlist.test.ts');
const bounds = testsIn('src/companion/allow/bounds.test.ts');
const companionWorker = testsIn('src/companion/worker/companion.test.ts');
const sharing = testsIn('tests/journeys/companion/sharing.test.ts');
const onlyPrice = testsIn('src/companion/allow/only-price.test.ts');

export const accessRequirements: readonly Requirement[] = [
  requirement(
    'Z1',
    '8.2.1',
    'Every call needs a session, except those that the route table calls public.',
    met(check('every other call answers 401 without a session')),
  ),
  requirement(
    'Z2',
    '8.2.2, 8.4.1',
    'Another seller’s listings look as if they did not exist.',
    met(
      calls('a closet is linked, synced, listed, and hidden from other users'),
      onePrice('of another seller’s or unknown listing is not found'),
      order('accepts a floor price only for the seller’s own listings'),
      pricing('works only for the seller’s own listings that are for sale'),
      pictures('nobody gets a picture of another seller’s listing, or one that they did not choose to load here'),
      activity('is visible only to its own seller'),
    ),
  ),
  requirement(
    'Z3',
    '8.2.2',
    'A list of ids changes only the caller’s own.',
    met(
      bulk(
        'continues after listings of others, sold ones, and removed ones, and says why for each',
        'of another seller cannot be read or undone',
      ),
    ),
  ),
  requirement(
    'Z4',
    '15.3.3',
    'A call accepts only the fields that it names.',
    met(
      profile('the profile > cannot set %s'),
      registration('refuses a prototype key like any other unknown field'),
      requests('names unknown and wrong fields by their path'),
    ),
  ),
  requirement(
    'Z5',
    '15.3.1, 8.2.3',
    'A reply has only the fields that it needs, and no secret.',
    met(
      requests('contains only what its row names'),
      registration('signs in and returns the user, without any secret'),
    ),
  ),
  requirement(
    'Z6',
    '8.2.3',
    'A client names neither the credentials nor the address that a call uses.',
    met(
      requests(
        'is refused if a call takes none, except an empty object',
        'names unknown and wrong fields by their path',
      ),
    ),
  ),
  requirement(
    'Z7',
    '8.4.1',
    'One seller’s bot is out of reach of other sellers.',
    met(
      startAndStop('of one seller do not reach another’s bot, and no call names whose bot it means'),
      outages('one seller’s failures do not affect another’s bot'),
    ),
  ),
  requirement(
    'Z8',
    '3.7.2',
    'No address leads a signed-in browser to another site.',
    met(check('no address of ours names a page to go to')),
  ),
  requirement(
    'Z9',
    '2.3.1, 2.3.4',
    'The daily limit holds against calls of any kind and at any moment.',
    met(
      ledger('the limit > gives one of 40 requests the last reservation, a thousand times'),
      check('a daily limit outside its bounds is refused'),
      startAndStop('starts once, even for many clicks'),
    ),
  ),
  requirement(
    'Z10',
    '13.4.5',
    'Metrics, internal pages, and files of the server are not public.',
    met(
      check('files of the server are not served'),
      serving('keep the metrics from other machines'),
      pages('%s is answered with %i'),
    ),
  ),
  requirement(
    'Z11',
    '8.2.1, 8.4.2',
    'The operator page opens to the operator’s token alone, and shows no names or addresses of sellers.',
    met(
      operation(
        'is not there without a token in the configuration',
        'opens with the token only, in a cookie that no other site and no script gets',
        'opens to no seller, and its cookie opens no call of a seller',
        'is closed by signing out, even for a copy of the cookie',
        'refuses guesses as sign-ins do',
        'shows the installation, and what was refused, with no name and no address of a seller',
      ),
    ),
  ),
  requirement(
    'B1',
    '',
    'A paired browser has a token of its own, stored as a hash, that its seller can revoke.',
    met(
      pairedBrowsers(
        'is removed at once: its open poll ends, its token is worth nothing, and its call can’t be answered',
        'of another seller can’t be removed',
        'gets a new token every 30 days, and the old one works until the new one was used',
      ),
      companionCalls('are in the seller’s export without a secret, and gone with the account'),
    ),
  ),
  requirement(
    'B2',
    '',
    'A paired browser gets and answers only the calls of its own seller, each once.',
    met(
      relay(
        'goes to one poll, however many ask at once',
        'is answered once: a second answer and that of another browser are not taken',
      ),
      companionCalls('take no cookie in place of a token, and no page of another site'),
    ),
  ),
  requirement(
    'B3',
    '',
    'The companion refuses calls that are not on its own list, whatever the server asks for.',
    met(
      allowlist('refuses what %s', 'only calls of the wire protocol pass, at the same origin and path'),
      onlyPrice('is refused whatever else of it is changed'),
    ),
  ),
  requirement(
    'B4',
    '',
    'Pairing codes end soon, work once, and cannot be guessed.',
    met(pairedBrowsers('is paired by a code once, within ten minutes, and only by the newest code')),
  ),
  requirement(
    'B5',
    '',
    'A server that was taken over spends little through a paired browser: the companion asks the seller about prices and offers far below what it reads, and about too many.',
    met(
      bounds(
        '%s',
        'is so many of each in any 24 hours: %s',
        'that was answered with yes allows exactly that change, once',
      ),
      companionWorker('asks the seller before a price far below what it reads, and sends no more than the read'),
      sharing(
        'says that its browser asks about a price change, sends nothing, and makes it once the seller has agreed there',
      ),
    ),
  ),
];
