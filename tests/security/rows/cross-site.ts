// Security requirements against requests that another site causes.
import { check, met, type Requirement, requirement, testsIn } from '../requirement.ts';

const requests = testsIn('tests/journeys/front/requests.test.ts');
const otherSites = testsIn('tests/journeys/front/other-sites.test.ts');
const serving = testsIn('tests/journeys/front/serving.test.ts');
const live = testsIn('tests/journeys/front/live-updates.test.ts');
const connection = testsIn('tests/journeys/closet/connection.test.ts');

export const crossSiteRequirements: readonly Requirement[] = [
  requirement(
    'X1',
    '3.5.1, 3.5.2',
    'A call without a body is refused if another site, or a sibling domain, causes it.',
    met(check('every change that another site causes is refused'), otherSites('%s, without a body')),
  ),
  requirement(
    'X2',
    '3.5.2',
    'A body that is not JSON by its type is refused.',
    met(requests('a body > %s is refused')),
  ),
  requirement(
    'X3',
    '3.5.1',
    'A request with another origin is refused, even with the cookie.',
    met(otherSites('%s, without a body', 'reads no one’s data')),
  ),
  requirement(
    'X4',
    '3.5.1',
    'Another site cannot sign a browser in or register it.',
    met(check('every change that another site causes is refused')),
  ),
  requirement(
    'X5',
    '3.5.3',
    'Reading changes nothing, and no other site can make a browser call the marketplace.',
    met(
      otherSites('reads no one’s data'),
      connection(
        'never signs in, and does not change the state',
        'answers from memory for ten seconds, even two requests at once, or one that another process answers',
      ),
    ),
  ),
  requirement(
    'X6',
    '3.4.2',
    'No reply lets another site read it.',
    met(check('no reply allows another origin'), requests('is JSON with its headers: %s')),
  ),
  requirement(
    'X7',
    '4.1.4, 13.4.4',
    'Other methods are refused, and headers cannot change the method.',
    met(
      requests('of a wrong method names the right ones', 'ignores a method in a header'),
      serving('refuses TRACE and a body too large over a real socket'),
    ),
  ),
  requirement(
    'X8',
    '4.4.2',
    'Live updates need a session and our own site.',
    met(live('need a session and this site')),
  ),
  requirement(
    'X9',
    '3.5.8',
    'Replies of the API can’t be embedded by other sites.',
    met(requests('is JSON with its headers: %s')),
  ),
  requirement(
    'X10',
    '',
    'A page whose own name points at this server can’t use it.',
    met(otherSites('is refused, so that no page can point its own name at this server')),
  ),
];
