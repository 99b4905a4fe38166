/** Every address of the product that a screen links to, named once. */
export const paths = {
  home: '/',
  auth: '/auth',
  dashboard: '/dashboard',
} as const;

/** The tab of the auth screen that a link asks for; the screen reads it once, when it opens. */
export const registerPath = `${paths.auth}?tab=register`;
