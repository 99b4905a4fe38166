// Runs the optimizer, from its card and from the line that leads to it.
import type { z } from 'zod';
import type { OptimizationRequest } from '#contract/pricing/advice.ts';
import { isWorthShowing } from '#domain/pricing/advice/shown-prices.ts';
import { counted } from '#web/format/format.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { optimizerMessages as messages } from '#web/messages/pricing/price-changes.ts';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { useOptimization } from '../queries.ts';

type Request = z.input<typeof OptimizationRequest>;

/** What the form suggests, and what runs if nothing was chosen. */
export const usualRequest: Request = { strategy: 'engagement', limit: 10 };

export const useOptimizer = () => {
  const { run, ...optimization } = useOptimization();
  const optimize = (request: Request) =>
    whenDone(run(request), {
      onSuccess: ({ result }) => {
        const worth = result.optimizations.filter(isWorthShowing).length;
        toastDone(
          'Optimization Complete',
          `${counted(result.optimizedCount, 'listing')} compared, ${worth === 0 ? 'none worth changing' : `${worth} worth changing`}.`,
        );
      },
      onError: (failure) => toastFailure(failure, 'Optimization Failed', messages.failedFallback),
    });
  return { ...optimization, optimize };
};
