// The client of the calls that guard an account. The first view doesn't need them.
import { createClient } from '#contract/client.ts';
import { securityRoutes } from '#contract/routes/account/security.ts';
import { send } from './api.ts';

export const securityApi = createClient({ account: securityRoutes }, send);
