// The checks that the security command makes itself, by what they say.

import { scriptHoldsNobodyUp } from './companion-checks.ts';
import { connectsOnlyToWhatIsListed } from './connection-check.ts';
import { floodSlowsNoBot, slowConnectionsHoldNobodyUp } from './flood-checks.ts';
import { longTextsAreRefusedQuickly, madeUpRequestsAreRefused } from './hostile-input.ts';
import {
  callsNeedSession,
  filesAreNotServed,
  foreignChangesAreRefused,
  headersAreThere,
  noOtherOrigin,
  noPageToGoTo,
  oddLimitsAreRefused,
  oddPricesAreRefused,
  policyIsStrict,
  securityTxtIsServed,
} from './reply-checks.ts';
import type { RunningServer } from './running-server.ts';
import {
  addressIsOneText,
  backupHasNoKey,
  cookieHasEveryFlag,
  filesArePrivate,
  logKeepsSecrets,
  logoutClears,
  longPasswordCounts,
  noAccountAtFirst,
  resetSaysNothing,
  tokensAreRandom,
} from './session-checks.ts';
import {
  builtAppIsForProduction,
  certificatesAreChecked,
  dependenciesAreFixed,
  nothingKnownToBeVulnerable,
  partsCanBeListed,
  redirectsStay,
  releaseCanBeVerified,
  textStaysText,
} from './source-checks.ts';
import { refusalTakesAsLong, resetTakesAsLong, type Say } from './time-checks.ts';

/** Resolves to what is wrong, or to null. Throws `CannotCheck` if it can't be checked here. */
type Check = (server: RunningServer, say: Say) => Promise<string | null>;

/** In this order: the first ones look at an installation that nobody has used. */
export const checks = {
  'a new installation has no account that anyone knows': noAccountAtFirst,
  'the data folder and the secret key are private': filesArePrivate,
  'each sign-in gets a new random token': tokensAreRandom,
  'the session cookie has every flag': cookieHasEveryFlag,
  'a logout clears what the browser stored': logoutClears,
  'the end of a long password matters': longPasswordCounts,
  'asking for a reset says the same with and without an account': resetSaysNothing,
  'an email address that is no single text is refused': addressIsOneText,
  'a refused sign-in takes as long with and without an account': refusalTakesAsLong,
  'asking for a reset takes as long with and without an account': resetTakesAsLong,
  'running bots share as fast beside a flood of sign-ins': floodSlowsNoBot,
  'hundreds of slow connections hold nobody up, and are ended': slowConnectionsHoldNobodyUp,
  'a script in place of a paired browser holds nobody up': scriptHoldsNobodyUp,
  'every other call answers 401 without a session': callsNeedSession,
  'every page has a strict content security policy': policyIsStrict,
  'every reply has the security headers': headersAreThere,
  'every change that another site causes is refused': foreignChangesAreRefused,
  'no reply allows another origin': noOtherOrigin,
  'files of the server are not served': filesAreNotServed,
  'no address of ours names a page to go to': noPageToGoTo,
  'security.txt is served': securityTxtIsServed,
  'a daily limit outside its bounds is refused': oddLimitsAreRefused,
  'a price that is no whole number of dollars is refused': oddPricesAreRefused,
  'the log contains nothing that a request hid in its body': logKeepsSecrets,
  'a backup does not contain the secret key': backupHasNoKey,
  'Hangtag connects only to what docs/hosting.md lists': connectsOnlyToWhatIsListed,
  'long hostile texts are refused quickly': longTextsAreRefusedQuickly,
  'made-up requests are refused without an error of the server': madeUpRequestsAreRefused,
  'no source file turns certificate checks off': certificatesAreChecked,
  'no source file follows redirects': redirectsStay,
  'no source file writes markup from text': textStaysText,
  'the built web app has nothing for development': builtAppIsForProduction,
  'every dependency has a hash, and none runs a script at installation': dependenciesAreFixed,
  'a list of all parts can be made, and matches the lockfile': partsCanBeListed,
  'a release is made by one command, and verified with its signature': releaseCanBeVerified,
  'npm knows of no serious vulnerability in production': nothingKnownToBeVulnerable,
} satisfies Record<string, Check>;
