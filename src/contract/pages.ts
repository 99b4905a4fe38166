// The addresses of all screens and public pages, and what the server tells them beforehand.

/** The router shows these, and the server answers any other path with 404. */
export const paths = {
  home: '/',
  landing: '/landing',
  howItWorks: '/how-it-works',
  blog: '/blog',
  privacy: '/privacy',
  terms: '/terms',
  companion: '/companion',
  auth: '/auth',
  dashboard: '/dashboard',
  apiTest: '/api-test',
  marketAnalysis: '/market-analysis',
  numbers: '/numbers',
  sales: '/sales',
  taxYear: '/numbers/tax',
  backtest: '/numbers/backtest',
  selling: '/selling',
  drops: '/selling/drops',
  parties: '/selling/parties',
  experiment: '/selling/experiment',
  welcome: '/welcome',
  phone: '/phone',
  phoneSignIn: '/phone/sign-in',
} as const;

/** What the command `hangtag` shows until the server is ready. The server leads on from there. */
export const startingPage = '/starting';

/** Nothing in the product links to it, and it exists only if the operator has set a token for it. */
export const operatorPage = '/operator';

/** Where a phone sends a photo that is shared to the installed app. Its service worker takes it: the server never sees it. */
export const sharedPhotoPath = '/share-photo';

/** The files of the browser extension, which the build puts beside the pages. */
export const companionFiles = {
  chromium: '/companion/hangtag-companion-chromium.zip',
  firefox: '/companion/hangtag-companion-firefox.zip',
} as const;

/** An article's address. Only the build knows which articles exist. */
export const articlePath = (slug: string): string => `${paths.blog}/${slug}`;

/** What the built pages leave open until the server knows it. They hold `{{name}}` in its place. */
export type OpenPlace = 'computer' | 'publicUrl' | 'operator' | 'operatorContact' | 'counting' | 'closets';
export const placeFor = (name: OpenPlace): string => `{{${name}}}`;

/**
 * The cookie only says that a session was opened in this browser. It gives access to nothing. The server sets and clears it
 * together with the session's cookie, which scripts can't read. Pages use it to choose between their two sets of buttons.
 */
export const signedInHint = { name: 'hangtag_signed_in', value: '1' } as const;
