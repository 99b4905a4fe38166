// Texts of the 404 page.

export const notFoundMessages = {
  heading: '404 Page Not Found',
  text: 'Did you forget to add the page to the router?',
  back: 'Back to home',
  rail: 'An empty rail',
} as const;
