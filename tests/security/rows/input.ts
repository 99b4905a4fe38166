// Security requirements of input, files, and what a call may cost.
import { check, met, type Requirement, requirement, testsIn } from '../requirement.ts';

const requests = testsIn('tests/journeys/front/requests.test.ts');
const budgets = testsIn('tests/journeys/front/budgets.test.ts');
const places = testsIn('tests/journeys/front/places.test.ts');
const bodyLimits = testsIn('tests/journeys/front/body-limits.test.ts');
const registration = testsIn('tests/journeys/account/registration.test.ts');
const contact = testsIn('tests/journeys/account/contact.test.ts');
const startAndStop = testsIn('tests/journeys/bot/start-and-stop.test.ts');
const activity = testsIn('src/server/features/activity/activity.test.ts');
const listings = testsIn('tests/journeys/listings/listings.test.ts');
const onePrice = testsIn('tests/journeys/listings/prices/one-price.test.ts');
const bulk = testsIn('tests/journeys/listings/prices/bulk-change.test.ts');
const photo = testsIn('tests/journeys/pricing/photo.test.ts');
const pricing = testsIn('tests/journeys/pricing/pricing.test.ts');
const decode = testsIn('src/server/adapters/vision/decode.test.ts');
const vision = testsIn('src/server/adapters/vision/vision.test.ts');
const body = testsIn('src/server/http/request/body/body.test.ts');
const jsonShape = testsIn('src/server/http/request/body/json-shape.test.ts');
const companionCalls = testsIn('tests/journeys/companion/companion-calls.test.ts');
const pairedBrowsers = testsIn('tests/journeys/companion/paired-browsers.test.ts');
const relay = testsIn('tests/journeys/companion/relay.test.ts');
const mailer = testsIn('src/server/adapters/mailer/mailer.test.ts');
const engine = testsIn('src/server/adapters/pricing-engine/engine.test.ts');
const csv = testsIn('src/web/format/csv.test.ts');

export const inputRequirements: readonly Requirement[] = [
  requirement(
    'I1',
    '2.2.1, 2.2.2',
    'The server checks every input, whatever the screen has checked.',
    met(
      check('made-up requests are refused without an error of the server'),
      registration('refuses $name under its field'),
      contact('refuses %s under its field'),
      startAndStop('refuses contradictory settings, and stores valid ones while stopped'),
    ),
  ),
  requirement(
    'I2',
    '15.3.5–15.3.7',
    'Types are strict, and fields that come twice or name the prototype are refused.',
    met(
      requests('a body > %s is refused', 'a query > is parsed like a body'),
      registration('refuses a prototype key like any other unknown field'),
    ),
  ),
  requirement(
    'I3',
    '1.2.4',
    'Input never becomes SQL.',
    met(
      check('made-up requests are refused without an error of the server'),
      activity('refuses "%s" for an entry'),
      listings('handles titles that the database cannot store'),
    ),
  ),
  requirement(
    'I4',
    '1.2.9',
    'Text in a search is only text.',
    met(
      check('made-up requests are refused without an error of the server'),
      requests('a query > is parsed like a body'),
    ),
  ),
  requirement(
    'I5',
    '5.2.1',
    'Every call has a largest body, with a number of values and levels, and compressed ones are refused.',
    met(
      requests(
        'a body > %s is refused',
        'is measured as it arrives, whatever its length header claims',
        'may be larger if its row says so',
      ),
      photo(
        'a client that is refused during a large upload gets the reason, and the connection closes if data was left unread',
      ),
      jsonShape('%s: the flaw is %s', 'looks at 6 MB of quotes and backslashes in a moment'),
      companionCalls(
        'that answer nothing are not even read',
        'with a recording of a thousand levels are refused like any other that is none',
      ),
      relay('is answered with at most 20 headers, and more are refused'),
    ),
  ),
  requirement(
    'I6',
    '5.2.2',
    'A photo’s bytes decide its type, whatever its name says.',
    met(
      decode('a picture is refused > if it is %s: %s'),
      photo('is refused with the message of the upload form, whatever its type claims'),
    ),
  ),
  requirement(
    'I7',
    '5.2.6',
    'A picture with too many pixels is refused before it is decoded.',
    met(decode('before it is decoded, so a decompression bomb costs neither time nor memory')),
  ),
  requirement(
    'I8',
    '2.2.1',
    'The size limits of photos count decoded bytes.',
    met(
      decode('a picture is refused > if it is %s: %s'),
      photo('is refused with the message of the upload form, whatever its type claims'),
    ),
  ),
  requirement(
    'I9',
    '1.3.6',
    'A photo is sent as data. An address in its place is refused and never opened.',
    met(
      photo('is refused with the message of the upload form, whatever its type claims'),
      vision('reads no file, writes none, opens no connection, starts nothing, and can’t take it back'),
    ),
  ),
  requirement(
    'I10',
    '14.2.8',
    'Where and when a photo was taken never leaves the machine.',
    met(
      photo('gets a photo only if the seller agrees, without its metadata, and never sets the price'),
      decode('and nothing but its pixels is kept, so not where and when it was taken'),
    ),
  ),
  requirement(
    'I11',
    '2.4.1, 15.2.2',
    'Every call has a budget per seller, per client, and for all.',
    met(
      budgets(
        'names who pays for it',
        'of %s for %s refuses each of its rows once it is used up, and nobody else',
        'of %s is four a minute for an address, so that ten accounts take minutes',
      ),
      places(
        'for %s leaves places to other accounts, and is refused when the line is full',
        'takes no place from others, and its account can send no second one meanwhile',
      ),
    ),
  ),
  requirement(
    'I12',
    '15.2.2',
    'Many questions about one listing are computed once.',
    met(
      pricing(
        'is computed once for hundreds of questions about a listing, at the same time and one after another',
        'repeats its advice while it applies, without comparing anything',
      ),
      engine('reads comparables once per version, even for many callers at once'),
    ),
  ),
  requirement(
    'I13',
    '2.2.3',
    'A price that looks like a mistake is sent only after a second confirmation.',
    met(
      check('a price that is no whole number of dollars is refused'),
      onePrice('of more than 60 %% is sent only after a second confirmation: %s'),
      bulk('with large changes names them, and sends nothing before they are confirmed'),
    ),
  ),
  requirement(
    'I14',
    '1.3.11',
    'The contact form writes to the operator only, and no text adds a header to its mail.',
    met(
      contact(
        'refuses %s under its field',
        'stores the message and mails it only to the operator, with a subject of one line',
      ),
      mailer('a subject cannot add a header or a line'),
    ),
  ),
  requirement(
    'I15',
    '15.2.2',
    'Slow clients don’t hold up others.',
    met(
      check('hundreds of slow connections hold nobody up, and are ended'),
      check('a script in place of a paired browser holds nobody up'),
      body('a sender that is too slow is refused after a few seconds'),
      bodyLimits('of every row sends as many bytes per second as the row says, and a slower one is refused'),
      places('takes no place from others, and its account can send no second one meanwhile'),
      pairedBrowsers('has at most two polls open: a newer one ends the oldest, and hundreds at once are refused'),
    ),
  ),
  requirement(
    'I16',
    '1.3.12',
    'No text can make a pattern slow.',
    met(check('long hostile texts are refused quickly'), requests('is refused quickly if it is hostile')),
  ),
  requirement('I17', '1.2.10', 'No cell of an exported table is a formula.', met(csv('writes %s safely'))),
];
