// The browser tests that check rows of the specification, by their files and the starts of their titles.

import type { NamedTest } from './row.ts';

export const of =
  (name: string) =>
  (title: string): NamedTest => ({ file: `${name}.spec.ts`, title });
export const auth = of('auth');
export const bot = of('bot');
export const closet = of('closet');
export const photoCard = of('photo');
export const pricing = of('pricing');
export const profile = of('profile');
export const settings = of('settings');
export const site = of('site');
export const toasts = of('toasts');
export const own = of('specification');
export const ownFailures = of('specification-failures');
const ownPrices = of('specification-prices');

export const home = site('/ shows hero, six features, three steps');
export const landing = site(
  '/landing shows anchors, features with more details, tiles, the price, sample quotes, a call to action, and a footer',
);
export const howItWorks = site('/how-it-works shows five steps, features, and benefits, and links to the auth screen');
export const blog = site('/blog has a grid of three, the list of all four');
export const signedIn = site('every call to action leads to the dashboard, until they log out');
export const guard = of('api-test')(
  'only signed-in sellers see the protected screens, after a spinner while the session loads',
);
export const apiTest = of('api-test')('the API test runs, shows each probe or what failed, and can be run again');
export const apiTestFails = of('api-test')('a failed test shows its status or its own message');
export const notFound = of('screens')('answers 404 with the words of the specification');
export const errorScreen = of('screens')('says so, shows its details on request, and offers a reload');
export const contact = of('contact')('a message is checked field by field');
export const registering = auth('each field’s error is below it, in the specification’s words');
export const registered = auth('the dashboard opens with a welcome, and an address can register only once');
export const loggedIn = auth('welcomes the seller back on the dashboard');
export const reset = auth('once, with the token that is filled in');
export const photoRefused = photoCard('that cannot be used is refused with the exact message, before anything is sent');
export const optimizer = pricing('the optimizer’s prices reach the marketplace');
export const sheet = pricing('a listing can be found, analyzed by hovering, opened, and priced from its sheet');
export const analysisFails = pricing(
  'a failed analysis says so in the sheet and can be tried again, but fails silently on hover',
);
export const frequency = settings(
  'the frequency is a preset or the seller’s own number, which is checked when it is sent',
);
export const limit = settings(
  'the daily limit has bounds, defaults to 10,000, and warns where limit and schedule together exceed 4,000',
);
export const slots = settings('slots can be added, changed, turned off, and removed, and the bot shares only in them');
export const settingsFail = settings('the seller reads why, and typed text stays');
export const credentials = closet(
  'username and password are both required, a wrong one is reported, and the right one links',
);
export const frames = own('the home page and the auth screen have everything that the specification names');
export const refused = own('a refusal on the auth screen shows the server’s message, or else the fixed text');
export const newSeller = own('the dashboard of a new seller shows');
export const failures = ownFailures('every failure of the dashboard has its title and text');
export const noMessages = ownFailures(
  'a failure without a message shows the screen’s own text, and nothing is requested twice',
);
export const priceFailures = ownPrices(
  'every failure of prices has its title and text, and each choice sends one update',
);
export const photo = ownPrices('an unreadable photo shows a message, and a result shows every field');
export const market = ownPrices('the market screen caps its grid');
export const polling = own('bot and connection are polled every 10 and 30 seconds, and nothing loads on focus');
export const sessions = ownPrices(
  'the market screen caps its grid, colors demand, and offers no price to keep; a logout clears all loaded data',
);
