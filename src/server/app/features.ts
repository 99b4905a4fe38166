/** The features, as `app.ts` passes them to the HTTP front and the background jobs. */
import type { Account } from '../features/account/account.ts';
import type { Activity } from '../features/activity/activity.ts';
import type { Bot } from '../features/bot/bot.ts';
import type { Closet } from '../features/closet/closet.ts';
import type { Companion } from '../features/companion/companion.ts';
import type { Contact } from '../features/contact/contact.ts';
import type { Listings } from '../features/listings/listings.ts';
import type { FindPicture } from '../features/listings/pictures.ts';
import type { Prices } from '../features/listings/prices/prices.ts';
import type { Notices } from '../features/notices/notices.ts';
import type { PhotoAnalyses } from '../features/pricing/photo/analyze-photo.ts';
import type { Pricing } from '../features/pricing/pricing.ts';

export type Features = {
  account: Account;
  activity: Activity;
  bot: Bot;
  closet: Closet;
  companion: Companion;
  contact: Contact;
  listings: Listings;
  findPicture: FindPicture;
  notices: Notices;
  prices: Prices;
  pricing: Pricing;
  photos: PhotoAnalyses;
};
