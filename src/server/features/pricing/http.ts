// Answers the pricing rows of the route table.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Pricing } from './pricing.ts';

export function pricingHttp({
  pricing,
  model,
  photo,
}: {
  pricing: Pricing;
  /** The name of the configured AI model to which photos may be sent, or null. */
  model: string | null;
  photo: Pick<Handlers<typeof routes.pricing, { id: string }>, 'expectPhoto' | 'analyzeImage' | 'correctPhoto'>;
}): Handlers<typeof routes.pricing, { id: string }> {
  return {
    state: async ({ user }) => ({ ...(await pricing.state(user.id)), model }),
    ...photo,
    imports: ({ user }) => pricing.imports(user.id),
    importSales: ({ user, body }) => pricing.importSales(user.id, body),
    async undoImport({ user, id }) {
      const sales = await pricing.undoImport(user.id, id);
      return { message: 'Import undone. Sales that no other import contains no longer count.', sales };
    },
    optimize: ({ user, body }) => pricing.optimize(user.id, body),
    standingAdvice: ({ user }) => pricing.standingAdvice(user.id),
    analyzeListing: ({ user, id }) => pricing.analyzeListing(user.id, id),
    recommendations: ({ user, id }) => pricing.recommendations(user.id, id),
  };
}
