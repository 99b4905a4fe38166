// The switches as they are at the marketplace that the protocol was described from.

import { calls } from './calls.ts';
import type { Switches } from './read-switches.ts';

export const defaultSwitches: Switches = {
  sharePath: calls.share.path,
  closetPath: calls.closet.path,
  salesPath: calls.sales.path,
  newsPath: calls.news.path,
  loginUserField: 'user_handle',
  loginPasswordField: 'password',
  bootstrapPaths: ['/create-listing', '/feed'],
  probePath: calls.self.path,
  tokenHeader: 'x-xsrf-token',
  minPrice: 3,
  maxPrice: 50_000,
  shareLimitWords: ['SharePostRequestLimitExceededError'],
  partialUpdateAllowed: false,
  sortBy: 'added_desc',
  searchCountAs: 'number',
  pmVersion: null,
  appVersion: '2.55',
};
