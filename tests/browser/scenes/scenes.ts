// Every screen in every state. The longest walks come first, so that none is left running alone at the end.

import { browserWalk } from './browser-scenes.ts';
import { dropsWalk } from './drops-scenes.ts';
import { operationWalk } from './operation-scenes.ts';
import { phoneWalk } from './phone-scenes.ts';
import { pricingWalks } from './pricing-scenes.ts';
import { importWalk } from './sales/import-scenes.ts';
import { salesWalk } from './sales/list-scenes.ts';
import { numbersWalk } from './sales/numbers-scenes.ts';
import type { Walk } from './scene.ts';
import { experimentWalk } from './selling/experiment-scenes.ts';
import { sellingWalk } from './selling-scenes.ts';
import { siteWalks } from './site-scenes.ts';

export const walks: readonly Walk[] = [
  ...pricingWalks,
  numbersWalk,
  salesWalk,
  sellingWalk,
  experimentWalk,
  dropsWalk,
  browserWalk,
  importWalk,
  phoneWalk,
  operationWalk,
  ...siteWalks,
];
