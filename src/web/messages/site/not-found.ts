// Texts of the 404 page.

export const notFoundMessages = {
  text: 'Did you forget to add the page to the router?',
} as const;
