// Security requirements of registering and of forgotten passwords.
import { check, document, met, partly, type Requirement, requirement, testsIn } from '../requirement.ts';

const reset = testsIn('tests/journeys/account/password-reset.test.ts');
const newBrowsers = testsIn('tests/journeys/account/new-browsers.test.ts');
const confirmedAddress = testsIn('tests/journeys/account/confirmed-address.test.ts');
const companionCalls = testsIn('tests/journeys/companion/companion-calls.test.ts');
const registration = testsIn('tests/journeys/account/registration.test.ts');
const profile = testsIn('tests/journeys/account/profile.test.ts');
const requests = testsIn('tests/journeys/front/requests.test.ts');
const config = testsIn('src/server/config/config.test.ts');
const log = testsIn('src/server/adapters/log/log.test.ts');
const auth = testsIn('tests/browser/account/auth.spec.ts');

export const recoveryRequirements: readonly Requirement[] = [
  requirement(
    'R1',
    '6.4.3',
    'On a public address, asking for a reset never returns the token.',
    met(
      check('asking for a reset says the same with and without an account'),
      reset('gets the same reply with or without an account, and never a token'),
    ),
  ),
  requirement(
    'R2',
    '13.4.2',
    'Showing the token on screen can’t be turned on if others can reach the site.',
    met(config('is off with %o, and can’t be switched on'), reset('%s gets no token')),
  ),
  requirement(
    'R3',
    '6.3.8',
    'Asking for a reset does not show whether the account exists.',
    met(
      check('asking for a reset takes as long with and without an account'),
      check('asking for a reset says the same with and without an account'),
      reset('gets the same reply with or without an account, and never a token'),
    ),
  ),
  requirement(
    'R4',
    '15.3.5',
    'An address is one text, and the mail goes to the stored address only.',
    met(
      check('an email address that is no single text is refused'),
      requests('a body > %s is refused'),
      reset('mails the stored address, whatever Host the request names'),
    ),
  ),
  requirement(
    'R5',
    '11.5.1',
    'A reset token has at least 128 random bits.',
    met(reset('mails a token of 256 random bits, and stores only its hash')),
  ),
  requirement(
    'R6',
    '6.5.1',
    'A reset token works once, even for requests at the same moment.',
    met(
      reset(
        'lets the token set a password once, and ends every session',
        'lets one of 50 requests with the token at once reset the password',
      ),
    ),
  ),
  requirement(
    'R7',
    '6.5.5',
    'A reset token ends after ten minutes.',
    met(reset('is valid for ten minutes, and a new request cancels it')),
  ),
  requirement(
    'R8',
    '6.6.2',
    'A new request cancels earlier tokens, and so does a new password.',
    met(
      reset(
        'is valid for ten minutes, and a new request cancels it',
        'is canceled when the password is changed in the profile',
        'has one valid token, however many requests come at the same time',
      ),
      confirmedAddress(
        'ends reset links to the old one, even those that are asked for at the moment of its confirmation',
      ),
    ),
  ),
  requirement(
    'R9',
    '15.3.5',
    'A token that is empty, missing, or of another type is refused.',
    met(reset('refuses %s for a token')),
  ),
  requirement(
    'R10',
    '14.2.1',
    'A reset token is in no address that a server sees, and in no log.',
    met(
      reset('gets the same reply with or without an account, and never a token'),
      log('never writes a secret, wherever it was put'),
      auth('with a mailed link whose token is in no request'),
    ),
  ),
  requirement(
    'R11',
    '4.1.3',
    'A reset link has the configured address, whatever Host the request names.',
    met(reset('mails the stored address, whatever Host the request names')),
  ),
  requirement(
    'R12',
    '11.4.1',
    'The database has only the hash of a reset token.',
    met(reset('mails a token of 256 random bits, and stores only its hash')),
  ),
  requirement(
    'R13',
    '6.3.8',
    'Registering and changing an address do not show which addresses have accounts, and are limited.',
    partly(
      'A taken address is refused by name, because a new seller is signed in at once. A client has 20 tries an hour, and an account 5 changes of its address.',
      registration('is refused to a client after 4 in a minute and 20 in an hour, but not to others'),
      profile(
        'does not reveal without limit who has an account',
        'do not reveal it either, with however many accounts',
      ),
      document('SECURITY.md', 'Known trade-offs'),
    ),
  ),
  requirement(
    'R14',
    '8.2.2',
    'Registering with a taken address changes nothing in its account.',
    met(
      registration(
        'changes nothing in the account that has the address, in any spelling',
        'gives an address to one of many that want it at once',
      ),
    ),
  ),
  requirement(
    'R15',
    '2.2.1',
    'Each mistake in a form is named at its field.',
    met(
      registration('refuses $name under its field', 'reports all invalid fields at once'),
      reset('a forgotten password > refuses %s'),
      auth('each field’s error is below it, in the specification’s words'),
    ),
  ),
  requirement('R16', '6.6.3', 'Guessing reset tokens is limited.', met(reset('limits guesses at tokens'))),
  requirement(
    'R17',
    '6.1.1, 2.4.1',
    'Strangers can neither fill a mailbox nor keep its owner from a reset link.',
    met(
      reset(
        'sends no one more than a few mails',
        'still gets mail for its owner when a stranger has asked for it again and again',
      ),
      newBrowsers('gets five mails an hour about new browsers, however many sign in'),
      confirmedAddress(
        'gets five links an hour',
        'is mailed five times an hour at most, however often somebody registers it and deletes the account again',
      ),
    ),
  ),
  requirement(
    'R18',
    '6.1.1',
    'Registering somebody else’s address gives no way into the account that its owner gets by a reset.',
    met(
      confirmedAddress(
        'removes everything by which whoever registered it before could get in: %s',
        'removes nothing if the link is opened where its seller is signed in, and no later proof does',
        'is not needed to end the pairings of browsers with a new password',
      ),
      companionCalls('end with a new password, and so does a code that nobody has used'),
    ),
  ),
];
