/** The addresses of the screens, named once: the router draws them, the server answers any other path with 404. */
export const paths = {
  home: '/',
  auth: '/auth',
  dashboard: '/dashboard',
} as const;
