// The client of the calls about paired browsers. The first view does not need them.
import { createClient } from '#contract/client.ts';
import { pairedBrowserRoutes } from '#contract/companion/paired-browsers.ts';
import { send } from './api.ts';

export const companionApi = createClient({ companion: pairedBrowserRoutes }, send);
