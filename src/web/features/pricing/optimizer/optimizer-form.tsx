// The optimizer's form: strategy and number of listings.

import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { listingCounts, OptimizationRequest } from '#contract/pricing/advice.ts';
import { strategies } from '#domain/pricing/advice/choose-listings.ts';
import { optimizerMessages as messages } from '#web/messages/pricing/price-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { usualRequest } from './use-optimizer.ts';

type Request = z.input<typeof OptimizationRequest>;
type Props = { isRunning: boolean; hasResult: boolean; isDisabled: boolean; onRun: (request: Request) => void };

export const OptimizerForm = ({ isRunning, hasResult, isDisabled, onRun }: Props) => {
  const id = useId();
  const { register, handleSubmit, watch } = useForm<Request>({
    resolver: zodResolver(OptimizationRequest),
    defaultValues: usualRequest,
  });
  const run = handleSubmit(onRun);
  return (
    <form className="opt-form" onSubmit={(event) => void run(event)} noValidate>
      <div className="field">
        <label htmlFor={`${id}-strategy`}>Strategy</label>
        <select className="input" id={`${id}-strategy`} aria-describedby={`${id}-text`} {...register('strategy')}>
          {strategies.map((strategy) => (
            <option key={strategy} value={strategy}>
              {messages.strategies[strategy].name}
            </option>
          ))}
        </select>
        <p className="hint" id={`${id}-text`}>
          {messages.strategies[watch('strategy')].text}
        </p>
      </div>
      <div className="field n">
        <label htmlFor={`${id}-limit`}>Listings</label>
        <select className="input" id={`${id}-limit`} {...register('limit', { valueAsNumber: true })}>
          {listingCounts.map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </select>
      </div>
      <Button
        type="submit"
        look={hasResult ? 'line' : 'primary'}
        disabled={isDisabled}
        isPending={isRunning}
        pendingText="Comparing…"
      >
        {hasResult ? 'Run again' : 'Optimize Prices'}
      </Button>
    </form>
  );
};
