// Section 4 of the specification: states and what changes them.

import {
  analysisFails,
  apiTest,
  auth,
  bot,
  closet,
  contact,
  credentials,
  market,
  newSeller,
  of,
  optimizer,
  photo,
  registered,
  reset,
  sessions,
  settings,
  sheet,
} from '../named-tests.ts';
import { rowOf } from '../row.ts';

const row = rowOf(4);

export const states = [
  row('signed out, signed in, signed out', registered),
  row('logout clears all cached data', sessions),
  row(
    'a 401 means no user',
    of('trouble')('an open screen asks for the password, and a new page leads to the auth screen'),
  ),
  row('disconnecting updates the user and reads the listings again', sessions),
  row('the bot starts and stops; Start is disabled while it runs, Stop while it does not', bot('the first start of')),
  row('Stop is disabled while stopped', bot('a stopped bot shows what it waits for'), 'Stop Bot'),
  row(
    'the bot stops itself at the daily limit',
    bot('the bot stops at the daily limit and says when it can continue'),
    'Stopped at the limit',
  ),
  row('settings change while it runs', settings('settings changed while the bot runs apply from its next share')),
  row('Setup Required, Not Connected', newSeller, 'Setup Required'),
  row('Connection Issue and Ready for Sharing', credentials, 'Connection Issue', 'Ready for Sharing'),
  row('scheduled mode is off by default', newSeller),
  row('a listing becomes sold', closet('a sync shows what changed at the marketplace'), '3 sold'),
  row('a reset token works once', auth('with a mailed link whose token is in no request')),
  row('photo: no image, image, analyzing, result; again; clear', photo, 'Choose a photo'),
  row('optimizer: recommendations, selection, applied, selection cleared', optimizer, 'Prices Updated'),
  row('reset panel: opens, Cancel closes, the token fills itself in, then is cleared', reset, 'Cancel'),
  row('market analysis: sheet, quick analysis once on hover, price applied', sheet),
  row('market analysis: the quick one fails silently', analysisFails),
  row('Apply AI Price only where the direction is not maintain', market, 'Apply AI Price'),
  row('API test: idle, testing, result', apiTest, 'Testing…'),
  row('contact dialog closes and resets on success', contact),
];
