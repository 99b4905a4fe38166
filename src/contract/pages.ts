// The addresses of all screens and public pages.

/** The router shows these, and the server answers any other path with 404. */
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

/** An article's address. Only the build knows which articles exist. */
export const articlePath = (slug: string): string => `${paths.blog}/${slug}`;

/** Values that only the server knows. The built pages contain `{{name}}` in their place. */
export type OpenPlace = 'publicUrl' | 'operator' | 'operatorContact' | 'counting';
export const placeFor = (name: OpenPlace): string => `{{${name}}}`;
