/** The addresses of the screens, named once: the router draws them, the server answers any other path with 404. */
export const paths = {
  home: '/',
  landing: '/landing',
  howItWorks: '/how-it-works',
  blog: '/blog',
  privacy: '/privacy',
  terms: '/terms',
  auth: '/auth',
  dashboard: '/dashboard',
  apiTest: '/api-test',
  marketAnalysis: '/market-analysis',
} as const;

/** An article's address. Which articles there are, the built pages say. */
export const articlePath = (slug: string): string => `${paths.blog}/${slug}`;

/** What the visitors' pages leave open until they are served; each is written `{{name}}` in them. */
export type OpenPlace = 'publicUrl' | 'operator' | 'operatorContact' | 'counting';
export const placeFor = (name: OpenPlace): string => `{{${name}}}`;
