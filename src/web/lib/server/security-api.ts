// The client of the calls that guard an account. The first view doesn't need them.
import { secondFactorRoutes } from '#contract/account/second-factor.ts';
import { securityRoutes } from '#contract/account/security.ts';
import { createClient } from '#contract/client.ts';
import { send } from './api.ts';

export const securityApi = createClient({ account: { ...secondFactorRoutes, ...securityRoutes } }, send);
