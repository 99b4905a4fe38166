// The client of the calls about paired browsers. The first view does not need them.
import { createClient } from '#contract/client.ts';
import { companionRoutes } from '#contract/routes/companion.ts';
import { send } from './api.ts';

export const companionApi = createClient({ companion: companionRoutes }, send);
