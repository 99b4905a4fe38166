import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Limit } from './photo/answer-photo.ts';
import type { Pricing } from './pricing.ts';

/** One import may hold 5,000 rows. */
const imports = { most: 20, withinMs: 3_600_000 };

/** Answers the pricing rows of the route table. */
export function pricingHttp({
  pricing,
  model,
  photo,
  limit,
}: {
  pricing: Pricing;
  /** The name of the configured AI model to which photos may be sent, or null. */
  model: string | null;
  photo: Pick<Handlers<typeof routes.pricing, { id: string }>, 'analyzeImage' | 'correctPhoto'>;
  limit: Limit;
}): Handlers<typeof routes.pricing, { id: string }> {
  return {
    state: async ({ user }) => ({ ...(await pricing.state(user.id)), model }),
    ...photo,
    imports: ({ user }) => pricing.imports(user.id),
    async importSales({ user, body }) {
      await limit(`pricing.import:${user.id}`, imports);
      return pricing.importSales(user.id, body);
    },
    async undoImport({ user, id }) {
      await pricing.undoImport(user.id, id);
      return { message: 'Import undone. Its sales no longer count.' };
    },
    optimize: ({ user, body }) => pricing.optimize(user.id, body),
    standingAdvice: ({ user }) => pricing.standingAdvice(user.id),
    analyzeListing: ({ user, id }) => pricing.analyzeListing(user.id, id),
    recommendations: ({ user, id }) => pricing.recommendations(user.id, id),
  };
}
