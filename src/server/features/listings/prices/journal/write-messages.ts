// What the journal says about a write that was not made or could not be confirmed, for the seller. Whole dollars.

import { type Currency, currencyName, fromDollars, inDollars } from '#domain/money.ts';
import { largeChangePercent } from '#domain/prices/price-change.ts';

export const writeMessages = {
  sold: 'This listing is sold, so its price stays the same.',
  gone: 'This listing no longer exists in your closet.',
  notForSale: 'This listing isn’t for sale right now, so its price stays the same.',
  reserved: 'A buyer is paying for this listing right now, so its price stays the same.',
  otherCloset: 'This listing belongs to a closet that isn’t connected right now.',
  refused: (words: string) => `This price was refused: ${words}`,
  notApplied:
    'The change was accepted, but the listing still shows the old price. Check the listing before you try again.',
  stillOld: 'The change couldn’t be confirmed. Hangtag checked: the listing still has its old price.',
  unknown:
    'The change couldn’t be confirmed, and Hangtag couldn’t check the listing afterward. Check its price in your closet.',
  notMade: 'The change couldn’t be confirmed. At the next sync the listing didn’t have this price.',
  browserAsks:
    'The companion in your browser asks you first, because this is more than it changes on its own. Click it in the toolbar there and say yes, then change the price again.',
  unreadable: 'Hangtag doesn’t recognize this listing’s page, so it left the price unchanged.',
  interrupted: 'Hangtag was interrupted before it sent this, and too much time has passed. Nothing was changed.',
  notSent: 'This wasn’t sent. ',
  stopped: 'You stopped this before it was sent.',
  otherCurrency: (price: number, currency: Currency) =>
    `This listing is priced in ${currencyName(currency)} (${inDollars(fromDollars(price), currency)}), so Hangtag left it. Check it, then decide again.`,
  alreadyOld: 'The listing already has its old price.',
  /** About prices in this currency. */
  of(currency: Currency) {
    const shown = (price: number): string => inDollars(fromDollars(price), currency);
    return {
      changedMeanwhile: (price: number) =>
        `The price was changed elsewhere in the meantime. It’s now ${shown(price)}, so Hangtag left it.`,
      priceChanged: (now: number, expected: number) =>
        `The price is now ${shown(now)}, not the ${shown(expected)} that you saw, so Hangtag left it. Check it, then decide again.`,
      largeAtMarket: (from: number, to: number) =>
        `The listing’s current price is ${shown(from)}, so ${shown(to)} is a change of more than ${largeChangePercent}%. Confirm it to continue.`,
      changedElsewhere: (now: number, set: number) =>
        `The price is now ${shown(now)}, not the ${shown(set)} that Hangtag set, so Hangtag left it.`,
    };
  },
} as const;
