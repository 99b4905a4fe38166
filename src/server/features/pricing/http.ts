import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';

/** Answers the pricing rows of the route table. */
export function pricingHttp(): Handlers<typeof routes.pricing, { id: string }> {
  const notYet = async (): Promise<never> => {
    throw new Error('not yet');
  };
  return { state: notYet, analyzeImage: notYet, optimize: notYet, analyseListing: notYet, recommendations: notYet };
}
