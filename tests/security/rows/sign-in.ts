// Security requirements of passwords and signing in.
import { check, document, met, partly, type Requirement, requirement, testsIn } from '../requirement.ts';

const registration = testsIn('tests/journeys/account/registration.test.ts');
const sessions = testsIn('tests/journeys/account/sessions.test.ts');
const profile = testsIn('tests/journeys/account/profile.test.ts');
const passwords = testsIn('src/server/adapters/passwords.test.ts');
const common = testsIn('src/server/adapters/common-passwords.test.ts');
const length = testsIn('src/server/features/account/user/check-password.test.ts');
const client = testsIn('src/server/http/request/client-address.test.ts');
const addresses = testsIn('tests/journeys/front/addresses.test.ts');
const auth = testsIn('tests/browser/account/auth.spec.ts');
const profileScreens = testsIn('tests/browser/account/profile.spec.ts');
const secondFactor = testsIn('tests/journeys/account/second-factor.test.ts');
const passkeys = testsIn('tests/journeys/account/passkeys.test.ts');
const newBrowsers = testsIn('tests/journeys/account/new-browsers.test.ts');
const leaving = testsIn('tests/journeys/account/leaving.test.ts');

export const signInRequirements: readonly Requirement[] = [
  requirement(
    'P1',
    '6.2.1',
    'The server enforces a shortest password, and documents say why the default is short.',
    partly(
      'The default is 6 characters, and the standard asks for 8. PASSWORD_MIN_LENGTH raises it.',
      registration('refuses $name under its field'),
      length('of at least ten characters: %s'),
      document('SECURITY.md', 'Known trade-offs'),
    ),
  ),
  requirement(
    'P2',
    '6.2.4, 6.2.11, 6.2.12',
    'Passwords that are easy to guess are refused.',
    partly(
      'The list has common passwords, not all leaked ones, and an installation that only its own machine reaches takes any.',
      common('%s is common'),
      registration('is refused if others can reach the site, at registration and at every change'),
    ),
  ),
  requirement(
    'P3',
    '6.2.5',
    'No rule says which characters a password needs.',
    met(registration('accepts any password of the minimum length, and never trims or cuts it')),
  ),
  requirement(
    'P4',
    '6.2.8, 6.2.9',
    'A password of 100 characters counts to its last one.',
    met(
      check('the end of a long password matters'),
      registration('accepts any password of the minimum length, and never trims or cuts it'),
    ),
  ),
  requirement(
    'P5',
    '11.4.2',
    'Passwords are stored as argon2id hashes, each with its own salt.',
    met(passwords('hashes with argon2id at the stated cost, with a salt for each')),
  ),
  requirement(
    'P6',
    '6.2.2, 6.2.3',
    'Sellers can change their password, with the current one.',
    met(
      profile('accepts a new password and signs out every browser except this one'),
      profileScreens('changes email and password only with the current one, and signs out everywhere else'),
    ),
  ),
  requirement(
    'P7',
    '6.2.6, 6.2.7',
    'Password fields hide what is typed, can show it, and work with password managers.',
    met(
      auth(
        'the password can be shown while it is typed, and is hidden again when it is sent',
        'password managers find both fields, and a password can be pasted',
      ),
    ),
  ),
  requirement(
    'P8',
    '6.1.1, 6.3.1',
    'Guessing passwords is slowed down, and does not lock the owner out.',
    met(
      sessions(
        'refuses a client after 10 failures for an address, even with the right password, but not another client',
        'lets no more than 10 guesses through at once',
        'refuses a client after 50 failures for all addresses together',
      ),
      secondFactor(
        'is not limited for a browser of the seller by the wrong codes of a thief elsewhere, but by its own',
        'takes a browser that only the thief signed in with for a thief’s',
      ),
    ),
  ),
  requirement(
    'P9',
    '6.3.1',
    'A client cannot escape these limits by what it sends.',
    met(
      sessions(
        'refuses a client after 10 failures for an address, even with the right password, but not another client',
      ),
      addresses('is the peer’s, whatever headers the client sends, unless a proxy is trusted'),
    ),
  ),
  requirement(
    'P10',
    '4.1.3, 15.3.4',
    'The address of a client is believed only from a trusted proxy.',
    met(
      client('the address that rate limits count by > if %s'),
      addresses('is the peer’s, whatever headers the client sends, unless a proxy is trusted'),
    ),
  ),
  requirement(
    'P11',
    '6.3.8',
    'A failed sign-in does not show whether the account exists.',
    met(
      check('a refused sign-in takes as long with and without an account'),
      sessions('answers an unknown address and a wrong password with the same bytes', 'does the same work for both'),
      passwords('does the same work for an account that does not exist'),
    ),
  ),
  requirement(
    'P12',
    '6.3.2',
    'A new installation has no account.',
    met(check('a new installation has no account that anyone knows')),
  ),
  requirement(
    'P13',
    '6.3.3, 6.4.3',
    'Sellers can turn on a second factor.',
    met(
      secondFactor(
        'asks for the second step only after the right password',
        'takes each code once, however many try it at the same time',
      ),
      passkeys(
        'is asked for after the password',
        'answers a question once, however many send the answer at the same time',
      ),
    ),
  ),
  requirement(
    'P14',
    '6.3.5–6.3.7',
    'Owners hear about changes of their account.',
    met(
      newBrowsers(
        'that an account was not used in before is reported to its seller by mail, push message, and log',
        'of a thief stays one that only the seller’s browsers can confirm, whatever other browsers the thief uses',
        'is not the seller’s because the thief signed the seller’s own browsers out',
        'is reported to its seller by mail, push message, and log, because a thief may have paired it',
        'still hears what happens beside them, and gets five mails an hour about that',
      ),
      leaving('requires the password, then deletes everything'),
      profile(
        'requires the current password for a new address, and notifies the old one',
        'accepts a new password and signs out every browser except this one',
      ),
      secondFactor('is turned off by its seller, and then the recovery codes are void and nothing is asked for'),
      sessions('says what happened to the account, from where, newest first, and to nobody else'),
    ),
  ),
  requirement(
    'P15',
    '15.2.2',
    'A flood of sign-ins cannot hold up the bots.',
    partly(
      'Bots share as fast beside 200 sign-ins a second, but on a busy machine of two cores one in ten of these sign-ins got no reply within 20 s.',
      check('running bots share as fast beside a flood of sign-ins'),
      sessions('is refused to a 65th client at the same time, before the database is asked'),
      passwords('hashes four at a time, lets fifty wait, and refuses the others at once'),
    ),
  ),
  requirement(
    'P16',
    '7.5.1, 7.5.3',
    'Changes of the password, the email address, the second factor, and the closet’s credentials ask again who it is.',
    met(
      secondFactor(
        'is asked for by every call that changes a sign-in or stores credentials, and by no other',
        'is needed ten minutes after signing in, for what matters most, and holds for ten minutes',
        'needs the second step where one is on: the password is not enough',
        'is needed for a new email address or password, and to delete the account, where a second step is on',
      ),
    ),
  ),
  requirement(
    'P17',
    '6.4.3, 6.5.1',
    'A password reset and recovery codes do not get around the second factor, and each code works once.',
    met(
      secondFactor(
        'stays on after the password was reset, once its seller has confirmed the address',
        'signs in once in place of the app, however it is typed, and the seller is notified',
        'of an old set, or of another account, is worth nothing',
      ),
    ),
  ),
];
