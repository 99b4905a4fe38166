// Security requirements of sessions and their cookies.
import { check, document, doesNotApply, met, type Requirement, requirement, testsIn } from '../requirement.ts';

const sessions = testsIn('tests/journeys/account/sessions.test.ts');
const profile = testsIn('tests/journeys/account/profile.test.ts');
const leaving = testsIn('tests/journeys/account/leaving.test.ts');
const confirmed = testsIn('tests/journeys/account/confirmed-address.test.ts');
const reset = testsIn('tests/journeys/account/password-reset.test.ts');
const addresses = testsIn('tests/journeys/front/addresses.test.ts');
const requests = testsIn('tests/journeys/front/requests.test.ts');
const operator = testsIn('tests/journeys/operation/operator.test.ts');
const profileScreens = testsIn('tests/browser/account/profile.spec.ts');
const offline = testsIn('tests/browser/site/offline.spec.ts');
const fixedTexts = testsIn('tests/browser/specification/specification-prices.spec.ts');

export const sessionRequirements: readonly Requirement[] = [
  requirement(
    'S1',
    '7.2.3',
    'A session token is random, has at least 128 bits, and contains nothing.',
    met(check('each sign-in gets a new random token'), sessions('a session > is stored as a hash')),
  ),
  requirement(
    'S2',
    '3.3.1–3.3.4',
    'The session cookie is __Host-, Secure, HttpOnly, and SameSite on an https address.',
    met(check('the session cookie has every flag'), addresses('has cookies that only it can set and read')),
  ),
  requirement(
    'S3',
    '7.2.4',
    'A sign-in makes a new token and never keeps one that the browser sent.',
    met(sessions('never uses a session token that the browser sent')),
  ),
  requirement(
    'S4',
    '7.4.1',
    'Logout ends the session on the server.',
    met(sessions('ends on the server at sign-out, which also works without a session')),
  ),
  requirement(
    'S5',
    '7.3.1, 7.3.2',
    'A session ends after a time without use, and after a longest time.',
    met(sessions('is extended by use and ends after 30 days without', 'ends after 90 days at the latest')),
  ),
  requirement(
    'S6',
    '7.4.3',
    'A new password ends all other sessions.',
    met(
      reset(
        'lets the token set a password once, and ends every session',
        'that is reset wins over a change that began with the old password',
      ),
      profile('accepts a new password and signs out every browser except this one'),
      sessions('do not begin with a password that was changed while it was being checked'),
    ),
  ),
  requirement(
    'S7',
    '7.4.2, 7.4.5',
    'An account that is deleted or signed out by the operator loses access at once.',
    met(
      operator('signs an account out, and removes one only after a confirmation'),
      leaving('requires the password, then deletes everything'),
    ),
  ),
  requirement(
    'S8',
    '7.5.2',
    'Sellers see their open sessions and can end them.',
    met(sessions('is listed, and can be ended by its own user only')),
  ),
  requirement(
    'S9',
    '7.5.1',
    'A new email address, a new password, and deleting the account need the current password.',
    met(
      profile(
        'requires the current password for a new address, and notifies the old one',
        'stops guesses at the current password',
      ),
      leaving('requires the password, then deletes everything'),
      confirmed('replaces the old one once it is confirmed, and the old one gets mail about both'),
      profileScreens('changes email and password only with the current one, and signs out everywhere else'),
    ),
  ),
  requirement(
    'S10',
    '7.2.2',
    'Nothing but the session cookie signs a request in.',
    met(requests('is 401 without a session, whatever other headers claim')),
  ),
  requirement(
    'S11',
    '7.4.4',
    'Every protected screen has a way to log out.',
    met(profileScreens('the header holds everything on wide screens and on phones, and logs out')),
  ),
  requirement(
    'S12',
    '14.3.1',
    'After a logout the browser keeps nothing of the seller.',
    met(
      offline('after a logout the browser keeps nothing of the seller, and Back shows nothing'),
      check('a logout clears what the browser stored'),
      fixedTexts(
        'the market screen caps its grid, colors demand, and offers no price to keep; a logout clears all loaded data',
      ),
      offline('the app opens without a connection, says so, and has stored nothing about the seller'),
    ),
  ),
  requirement(
    'S13',
    '9.1.1',
    'Tokens that carry data are signed and checked.',
    doesNotApply(
      'Sessions are random tokens that are looked up in the database. Hangtag accepts no signed ones.',
      document('SECURITY.md', 'How Hangtag protects your data'),
    ),
  ),
];
