/** A browser test or a step of one, by its file and the start of its title. */
type Test = { file: string; title: string };

/** A row of the specification, and the browser test that checks it. The test contains the fixed texts in `says`. */
export type Row = { section: 2 | 4 | 5 | 8 | 9; row: string; says?: readonly string[]; test: Test };

const of =
  (name: string) =>
  (title: string): Test => ({ file: `${name}.spec.ts`, title });
const auth = of('auth');
const bot = of('bot');
const closet = of('closet');
const pricing = of('pricing');
const profile = of('profile');
const settings = of('settings');
const site = of('site');
const toasts = of('toasts');
const own = of('specification');

const home = site('/ shows hero, six features, three steps');
const landing = site(
  '/landing shows anchors, features with more details, tiles, the price, sample quotes, a call to action, and a footer',
);
const howItWorks = site('/how-it-works shows five steps, features, and benefits, and links to the auth screen');
const blog = site('/blog has a grid of three, the list of all four');
const signedIn = site('every call to action leads to the dashboard, until they log out');
const guard = of('api-test')(
  'only signed-in sellers see the protected screens, after a spinner while the session loads',
);
const apiTest = of('api-test')('the API test runs, shows each probe or what failed, and can be run again');
const apiTestFails = of('api-test')('a failed test shows its status or its own message');
const notFound = of('screens')('answers 404 with the words of the specification');
const errorScreen = of('screens')('says so, shows its details on request, and offers a reload');
const contact = of('contact')('a message is checked field by field');
const registering = auth('each field’s error is below it, in the specification’s words');
const registered = auth('the dashboard opens with a welcome, and an address can register only once');
const loggedIn = auth('welcomes the seller back on the dashboard');
const reset = auth('once, with the token that is filled in');
const photoRefused = pricing('that cannot be used is refused with the exact message, before anything is sent');
const optimizer = pricing('the optimizer’s prices reach the marketplace');
const sheet = pricing('a listing can be found, analyzed by hovering, opened, and priced from its sheet');
const analysisFails = pricing(
  'a failed analysis says so in the sheet and can be tried again, but fails silently on hover',
);
const frequency = settings('the frequency is a preset or the seller’s own number, which is checked when it is sent');
const limit = settings(
  'the daily limit has bounds, defaults to 10,000, and warns where limit and schedule together exceed 4,000',
);
const slots = settings('slots can be added, changed, turned off, and removed, and the bot shares only in them');
const settingsFail = settings('the seller is told, and typed text stays');
const credentials = closet('username and password are both required, a wrong one is reported, and the right one links');
const frames = own('the home page and the auth screen have everything that the specification names');
const refused = own('a refusal on the auth screen shows the server’s message, or else the fixed text');
const newSeller = own('the dashboard of a new seller shows');
const failures = own('every failure of the dashboard has its title and text');
const noMessages = own('a failure without a message shows the screen’s own text, and nothing is requested twice');
const priceFailures = own('every failure of prices has its title and text, and each choice sends one update');
const photo = own('an unreadable photo shows a message, and a result shows every field');
const market = own('the market screen caps its grid');
const polling = own('bot and connection are polled every 10 and 30 seconds, and nothing loads on focus');
const sessions = own(
  'the market screen caps its grid, colors demand, and offers no price to keep; a logout clears all loaded data',
);

const section =
  (number: Row['section']) =>
  (row: string, test: Test, ...says: string[]): Row => ({ section: number, row, says, test });
const screens = section(2);
const states = section(4);
const validation = section(5);
const errors = section(8);
const constants = section(9);

/** Sections 2, 4, 5, 8, and 9 of the specification, row by row. docs/acceptance.md lists how ambiguous rows are read. */
export const rows: readonly Row[] = [
  screens('/ is the page with hero, six features, three steps, testimonials, resources, FAQ and a call', home),
  screens('/: buttons go to /dashboard when signed in', signedIn),
  screens('/: buttons go to /auth when signed out, and one to /how-it-works', home, '/auth', '/how-it-works'),
  screens('/ sets its own title, meta tags, canonical link and structured data', frames),
  screens('/landing: sticky bar, anchors, features, tiles, price, testimonials, call, footer', landing, 'Learn More'),
  screens('/landing: the tiles', landing, 'Lightning Fast', 'Premium Features', 'Community', '24/7 Support'),
  screens(
    '/landing: Watch Demo',
    site('Watch Demo opens a new practice closet at once, or says why not'),
    'Watch Demo',
  ),
  screens(
    '/landing: a control of the theme',
    site('the theme cycles through system, light, and dark without a flash, and the app keeps it'),
  ),
  screens(
    '/landing: analytics events on call-to-action and Learn More clicks',
    site('clicks are sent only if the operator counts them, and say nothing about who clicked'),
  ),
  screens('/auth: two tabs, Login first', loggedIn, 'Login'),
  screens('/auth: How it Works, and a side panel with four benefits', frames, 'How it Works'),
  screens('/auth: Register has a terms checkbox', registering),
  screens('/how-it-works: five steps, features, benefits; back and call for visitors', howItWorks, '/auth'),
  screens('/how-it-works: back to / and call to /dashboard when logged in', signedIn, '/dashboard'),
  screens('/blog: featured grid, All Articles, categories, newsletter, and /blog/{slug}', blog, 'Subscribe'),
  screens(
    '/dashboard, /api-test and /market-analysis are protected: spinner, /auth, screen',
    guard,
    '/market-analysis',
  ),
  screens('any other path: the not-found screen', notFound, '404 Page Not Found'),
  screens('not found: its text', notFound, 'Did you forget to add the page to the router?'),
  screens('an unknown article is not found', site('answers 404 with the words of the specification')),
  screens('generic error screen', errorScreen, 'Something went wrong', 'Error details', 'Refresh Page'),
  screens(
    'generic error screen: its text',
    errorScreen,
    'An unexpected error occurred. Please try refreshing the page.',
  ),
  screens('toasts: at most one', toasts('there is one toast at a time: the newest')),
  screens(
    'toasts: bottom right, top on small screens',
    toasts('it is at the bottom right on wide screens and at the top on small ones'),
  ),
  screens('login leads to /dashboard', loggedIn, '/dashboard'),
  screens('registration leads to /dashboard', registered, '/dashboard'),
  screens('a logged-in user who opens /auth is led to /', auth('the auth screen sends signed-in sellers away')),
  screens('logout leads to /auth', registered, '/auth'),
  screens('/dashboard: header', profile('the header leads to How it Works, contact, profile and Logout'), 'Contact Us'),
  screens('/dashboard: four cards', newSeller, 'Active Listings', 'AI Analysis', 'Total Shares', 'All Listings'),
  screens('/dashboard: All Listings without any', newSeller, 'No active listings'),
  screens('/dashboard: the cards before a closet is linked', newSeller, 'Active Listings', '0 sold', 'Sync Closet'),
  screens('/dashboard: sold count and percent', credentials, '2 sold', '78% active'),
  screens('/dashboard: recent activity with names, and when', failures, 'Recent activity'),
  screens(
    '/dashboard: Bot Controls with progress',
    bot('a whole round shows as it happens, without a reload, and matches the marketplace'),
    'Listings shared this round',
  ),
  screens(
    '/dashboard: profile tabs',
    profile('Overview shows the account'),
    'Closet Stats',
    'Personal Info',
    'Poshmark',
  ),
  screens(
    '/dashboard: disconnect asks first',
    closet('disconnecting asks first, stops the bot'),
    'Disconnect this closet?',
  ),
  screens('/dashboard: contact dialog', contact, 'Name', 'Email', 'Subject', 'Message'),
  screens('settings form: frequency presets and Custom', frequency, 'Once daily', 'Custom'),
  screens('settings form: limit presets', limit, '1,000 Conservative', '5,000 Moderate', '10,000 Recommended'),
  screens('settings form: a blank limit falls back to 10000', limit, '20,000 Aggressive'),
  screens('settings form: slots with start, end, enabled and days', slots, 'Add slot'),
  screens('settings form: switches of slot mode and offers', newSeller, 'Scheduled slots', 'Offer shipping discount'),
  screens(
    'marketplace panel: form, hint',
    closet('an email address instead of the username shows a warning, and one click fixes it'),
    'not your email',
  ),
  screens('marketplace panel: warning for a stored @', closet('a stored username with an @ keeps showing its warning')),
  screens(
    'marketplace panel: test and save',
    closet('the connection can be tested, and the result is shown'),
    'Test authentication',
  ),
  screens(
    'photo card: hints, analyze, result',
    pricing('gets a price with its range, its evidence, and the source of each fact'),
    'Analyze Photo',
  ),
  screens('photo card: every field of the result', photo, 'Analyze Again', 'Clear'),
  screens('optimizer card: strategy, count, run, select some or all, apply', optimizer, 'Select all'),
  screens('optimizer card: summary counts', priceFailures),
  screens('/market-analysis: search, cards, sheet, Apply AI Price', sheet, 'Apply AI Price'),
  screens('/market-analysis: the grid is about 24rem high and scrolls', market),
  screens(
    '/market-analysis: Back to Home',
    pricing('the sheet keeps the focus, returns it, and closes with Escape, Back, and its button'),
    'Back to Home',
  ),
  screens('/api-test: run, run again, result, back', apiTest, 'Run API Test', 'Run Test Again', 'Back to Dashboard'),

  states('signed out, signed in, signed out', registered),
  states('logout clears all cached data', sessions),
  states(
    'a 401 means no user',
    of('trouble')('an open screen asks for the password, and a new page leads to the auth screen'),
  ),
  states('disconnecting updates the user and reads the listings again', sessions),
  states(
    'the bot starts and stops; Start is disabled while it runs, Stop while it does not',
    bot('the first start of'),
  ),
  states('Stop is disabled while stopped', bot('a stopped bot shows what it waits for'), 'Stop Bot'),
  states(
    'the bot stops itself at the daily limit',
    bot('the bot stops at the daily limit and says when it can continue'),
    'Stopped at the limit',
  ),
  states('settings change while it runs', settings('settings changed while the bot runs apply from its next share')),
  states('Setup Required, Not Connected', newSeller, 'Setup Required'),
  states('Connection Issue and Ready for Sharing', credentials, 'Connection Issue', 'Ready for Sharing'),
  states('scheduled mode is off by default', newSeller),
  states('a listing becomes sold', closet('a sync shows what changed at the marketplace'), '3 sold'),
  states('a reset token works once', auth('with a mailed link whose token is in no request')),
  states('photo: no image, image, analyzing, result; again; clear', photo, 'Choose a photo'),
  states('optimizer: recommendations, selection, applied, selection cleared', optimizer, 'Prices Updated'),
  states('reset panel: opens, Cancel closes, the token fills itself in, then is cleared', reset, 'Cancel'),
  states('market analysis: sheet, quick analysis once on hover, price applied', sheet),
  states('market analysis: the quick one fails silently', analysisFails),
  states('Apply AI Price only where the direction is not maintain', market, 'Apply AI Price'),
  states('API test: idle, testing, result', apiTest, 'Testing…'),
  states('contact dialog closes and resets on success', contact),

  validation('first and last name', registering, 'First name is required', 'Last name is required'),
  validation('e-mail', registering, 'Please enter a valid email address'),
  validation('phone number is optional, and says what for', frames),
  validation('password', registering, 'Password must be at least 6 characters'),
  validation('terms', registering, 'You must accept the terms and conditions to register'),
  validation('login asks for both', auth('requires both fields before it sends anything')),
  validation('forgot password: e-mail', reset, 'Please enter a valid email address'),
  validation('reset: token', reset, 'Reset token is required'),
  validation('reset: new password', reset, 'Password must be at least 6 characters'),
  validation('reset: confirmation', reset, 'Password confirmation is required', "Passwords don't match"),
  validation('share frequency from 1 to 1440', frequency, '1441'),
  validation('slot times, enabled and days', slots, '25:00'),
  validation('shipping discount is a boolean that is always sent', newSeller, 'offerShippingDiscount'),
  validation('daily limit from 50 to 50000', limit, '49', '50001'),
  validation('contact: name', contact, 'Name must be at least 2 characters'),
  validation('contact: e-mail', contact, 'Please enter a valid email address'),
  validation('contact: subject', contact, 'Subject must be at least 5 characters'),
  validation('contact: message', contact, 'Message must be at least 10 characters'),
  validation('photo: its kind', photoRefused, 'Please select a JPEG, PNG, or WebP image file. Current file: notes.pdf'),
  validation('photo: at most 8 MB', photoRefused, 'Please select an image smaller than 8MB'),
  validation('photo: at least 1 KB', photoRefused, 'Image file appears to be corrupted or too small'),
  validation('photo: not an image', photoRefused, 'Failed to process the image. Please try a different file.'),
  validation('photo: not readable', photo, 'Failed to read the image file. Please try a different image.'),
  validation('credentials: both', credentials, 'Please provide both username and password'),
  validation('market list: active ones whose title has the text, in any case', sheet, 'Search active listings'),
  validation('form errors stand under their fields', registering),

  errors('HTTP {status}', noMessages, 'HTTP 418'),
  errors('a 502 with HTML', settingsFail, 'Server temporarily unavailable. Please try again.'),
  errors('other HTML', settingsFail, 'API endpoint error: 500'),
  errors('a success that is not JSON', failures, 'Expected JSON response but got text/plain'),
  errors('a success that cannot be parsed', failures, 'Invalid JSON response from server'),
  errors('Login Failed: server error or message, body text, fallback', refused, 'Login Failed'),
  errors('Login Failed: fallback', refused, 'Invalid credentials. Please try again.'),
  errors('Registration Failed', refused, 'Registration Failed', 'Failed to create account. Please try again.'),
  errors('Update failed', failures, 'Update failed', 'Profile update failed'),
  errors('Disconnection failed', failures, 'Disconnection failed', 'Failed to disconnect closet'),
  errors(
    'Disconnection failed: the error field',
    profile('the Poshmark tab disconnects the closet after a question, and reports a failure'),
    'Not now.',
  ),
  errors('Logout failed', failures, 'Logout failed'),
  errors('Error of forgot or reset: the server’s message', refused, 'Error'),
  errors(
    'photo: Analysis Failed',
    pricing('is sent to a model only if the seller agrees, can be canceled, and is kept after a failure'),
    'Analysis Failed',
  ),
  errors('Optimization Failed', priceFailures, 'Optimization Failed'),
  errors('bulk prices: Update Failed', priceFailures, 'Update Failed'),
  errors('one price: Update Failed', market, 'Update Failed'),
  errors('market analysis: Analysis Failed, as toast and in the sheet', analysisFails, 'Analysis Failed'),
  errors('Authentication Failed', failures, 'Authentication Failed', 'Please check your credentials'),
  errors(
    'Authentication test failed',
    closet('the connection can be tested, and the result is shown'),
    'Authentication test failed',
  ),
  errors('credentials update', credentials, 'Failed to update credentials'),
  errors('Missing Information', credentials, 'Missing Information'),
  errors('No Listings Found', failures, 'No Listings Found'),
  errors('No Listings Found: fallback', noMessages, 'Failed to sync closet listings'),
  errors('bot start', bot('a failed start shows the reason and leaves the button as it was'), 'Failed to start bot'),
  errors('bot stop', failures, 'Failed to stop bot'),
  errors('settings: Update Failed', failures, 'Update Failed'),
  errors('settings: fallback', noMessages, 'Failed to update settings'),
  errors('contact', contact, 'Failed to send message. Please try again.'),
  errors('API test', apiTestFails, 'API test failed with status: 503'),
  errors('API test: fallback', noMessages, 'An error occurred while testing the API connection.'),
  errors(
    'unhandled errors are only logged',
    own('an unhandled error is logged in the console, and the page keeps working'),
  ),
  errors('done: login', loggedIn, 'Welcome back!', 'Successfully logged in.'),
  errors('done: registration', registered, 'Welcome!', 'Your account has been created successfully.'),
  errors(
    'done: profile',
    profile('changes names, phone and time zone'),
    'Profile Updated',
    'Your profile has been successfully updated.',
  ),
  errors('done: disconnect', sessions, 'Closet Disconnected', 'Your closet has been disconnected.'),
  errors('done: logout', registered, 'Logged out', 'You have been successfully logged out.'),
  errors('done: reset', reset, 'Reset Link Sent', 'Password Reset'),
  errors('done: photo', photo, 'Analysis Complete'),
  errors('done: market analysis', sheet, 'AI market analysis has been generated for your listing.'),
  errors('done: optimizer', optimizer, 'Optimization Complete', 'Prices Updated'),
  errors('done: one price, old and new', sheet, 'Price Updated'),
  errors('done: credentials', credentials, 'Credentials Updated'),
  errors(
    'done: authentication',
    closet('the connection can be tested, and the result is shown'),
    'Authentication Successful',
  ),
  errors('done: contact', contact, 'Message Sent', "Thank you for contacting us! We'll get back to you soon."),
  errors('done: bot', bot('the first start of'), 'Bot started successfully', 'Bot stopped successfully'),
  errors('done: settings', frequency, 'Settings Updated'),

  constants('share frequency presets, 240 by default', frequency, '30 min', '4 hours Recommended', '12 hours'),
  constants('the numbers behind the presets', newSeller, 'shareFrequency: 1440'),
  constants('daily limit 50 to 50000, 10000 by default, step 50', limit, 'step'),
  constants('a password has at least 6 characters', registering, 'five5'),
  constants('a new slot is 09:00 to 10:00, enabled, Monday to Friday; days 0-6', slots, '09:00', '10:00'),
  constants('recent activity: 5', failures, 'toHaveCount(5)'),
  constants('four strategies', newSeller, 'Top Performers', 'Underperforming', 'Recently Shared', 'Random Sample'),
  constants('5, 10, 15 or 20 listings; 10 and engagement chosen', newSeller, 'engagement'),
  constants(
    'only differences above half a dollar',
    pricing('a price batch continues after a reload, shows what failed, and asks twice about large changes'),
  ),
  constants('one {listingId, newPrice} for each selected recommendation', priceFailures, 'newPrice'),
  constants(
    'condition hints',
    newSeller,
    'new-with-tags',
    'new-without-tags',
    'excellent',
    'very-good',
    'fair',
    'poor',
  ),
  constants('a photo of 1 KB to 8 MB', photoRefused),
  constants('polling every 10 and 30 seconds', polling),
  constants('prices in USD with 2 decimals, confidence without any', photo, '$84.00', '44%'),
  constants('adjustment with 1 decimal; demand green, yellow, red', market, '15.0%'),
  constants('the first three tags', blog),
  constants('no refetch on focus or by interval', polling),
  constants('no retries: of what was done', noMessages, 'asked for once'),
  constants(
    'no retries: of what was read',
    own('a screen does not repeat on its own a request that the server refused'),
  ),
  constants('toast: swipe of 50 px', toasts('a swipe to the right of 50 px dismisses it')),
  constants('toast: 5000 ms', toasts('a toast disappears after five seconds, but not while the pointer is over it')),
  constants('toast: F8', toasts('F8 focuses the toast and Escape closes it')),
  constants('toast: forgotten after 1,000,000 ms', own('a dismissed toast is removed after 1,000,000 ms')),
];
