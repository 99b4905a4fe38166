// Texts about pricing that the dashboard shows before its pricing cards are loaded.

export const pricingCardMessages = {
  reprice: {
    /** The same beside a large figure, which is the number of listings. */
    worthAfter: (listings: number, amount: string) =>
      `${listings === 1 ? 'listing' : 'listings'} worth repricing, about\u00a0${amount}`,
    /** The advised listings were repriced, sold, or changed since. */
    done: 'No open price advice.',
  },
} as const;
