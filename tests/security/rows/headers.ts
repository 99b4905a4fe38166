// Security requirements of headers, and of what browsers do with our content.
import { check, met, partly, type Requirement, requirement, testsIn } from '../requirement.ts';

const requests = testsIn('tests/journeys/front/requests.test.ts');
const addresses = testsIn('tests/journeys/front/addresses.test.ts');
const headers = testsIn('src/server/http/pages/security-headers.test.ts');
const pages = testsIn('src/server/http/pages/pages.test.ts');
const places = testsIn('src/server/app/open-places.test.ts');
const csv = testsIn('src/web/format/csv.test.ts');
const mailer = testsIn('src/server/adapters/mailer/mailer.test.ts');
const listing = testsIn('src/marketplace/tests/closet.test.ts');
const plantedMarkup = testsIn('tests/browser/app/planted-markup.spec.ts');

export const headerRequirements: readonly Requirement[] = [
  requirement(
    'H1',
    '3.4.3',
    'Every page has a content security policy without unsafe sources, and every screen keeps to it.',
    met(
      check('every page has a strict content security policy'),
      headers('come from our own files, or are those that the build wrote into its pages'),
      pages('is named by its hash, so that the security policy allows only that one'),
    ),
  ),
  requirement(
    'H2',
    '3.4.6',
    'No site can show Hangtag in a frame.',
    met(check('every page has a strict content security policy')),
  ),
  requirement(
    'H3',
    '3.4.1',
    'An https address asks browsers to keep using https for a year, with its subdomains.',
    met(check('every reply has the security headers'), addresses('asks browsers to keep using https')),
  ),
  requirement(
    'H4',
    '3.4.4, 3.4.5',
    'Browsers guess no types and pass no address on.',
    met(check('every reply has the security headers')),
  ),
  requirement(
    'H5',
    '4.1.1',
    'Every reply of the API is JSON by its type, also refusals.',
    met(requests('is JSON with its headers: %s')),
  ),
  requirement(
    'H6',
    '14.3.2, 14.2.2',
    'Replies of the API are not stored.',
    partly(
      'Lists that browsers ask for again carry “private, no-cache”: a browser may keep them and has to ask before it uses them. A listing’s public picture is kept for a day. A logout clears both.',
      requests('is JSON with its headers: %s', 'an unchanged reply > is not sent again'),
    ),
  ),
  requirement(
    'H7',
    '14.2.5',
    'An address that looks like a file never returns a seller’s data.',
    met(requests('is 404 for what does not exist'), pages('%s is answered with %i')),
  ),
  requirement(
    'H8',
    '3.2.1',
    'A reply of the API that is opened as a page can’t run.',
    met(requests('is JSON with its headers: %s')),
  ),
  requirement(
    'H9',
    '1.2.1, 3.2.2',
    'Texts of strangers stay text on every screen, in mail, and in files.',
    met(
      plantedMarkup(
        'markup in the texts of strangers is shown as text on every screen, and no part of it is loaded or run',
      ),
      check('no source file writes markup from text'),
      listing('treats odd fields as missing, and never accepts a script as a picture'),
      csv('writes %s safely'),
      mailer('a subject cannot add a header or a line', 'a mail is plain text, even if it contains markup'),
    ),
  ),
  requirement(
    'H10',
    '13.4.6',
    'No reply names the server software.',
    met(check('every reply has the security headers'), requests('is JSON with its headers: %s')),
  ),
  requirement(
    'H11',
    '3.6.1, 14.2.3',
    'Browsers ask nobody but this server and the marketplace’s pictures.',
    met(
      check('every page has a strict content security policy'),
      headers('load from nowhere else, and from this machine only in its own browser'),
    ),
  ),
  requirement(
    'H12',
    '1.2.3',
    'Settings and texts in structured data can’t end it.',
    met(places('are filled from the settings, escaped so that they cannot become markup')),
  ),
];
