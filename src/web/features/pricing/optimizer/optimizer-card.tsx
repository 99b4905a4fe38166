// The smart pricing optimizer card.
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import {
  listingCounts,
  type Optimization,
  OptimizationRequest,
  type OptimizationResult,
} from '#contract/pricing/advice.ts';
import { type Strategy, strategies } from '#domain/pricing/advice/choose-listings.ts';
import { isWorthShowing } from '#domain/pricing/advice/shown-prices.ts';
import { counted } from '#web/format/format.ts';
import { dollars, percent } from '#web/format/money-format.ts';
import { failureCode, failureMessage, whenDone } from '#web/lib/server/api.ts';
import { changeMessages } from '#web/messages/pricing/price-changes.ts';
import { pricingMessages } from '#web/messages/pricing/pricing.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Panel, PanelError, Skeleton } from '#web/ui/panel.tsx';
import { toastDone, toastFailed, toastFailure } from '#web/ui/toast-store.ts';
import { usePriceBatch } from '../batch/price-batch.ts';
import { PriceBatchPanel } from '../batch/price-batch-panel.tsx';
import { standingAdviceQuery, useOptimizer, usualRequest } from '../queries.ts';
import { AdviceTable, idsOf } from './advice-table.tsx';
import { ApplyDialog } from './apply-dialog.tsx';
import '#web/ui/fold.css';
import './optimizer-card.css';

type Props = { sellerId: string; activeListings: number | undefined };

export const OptimizerCard = ({ sellerId, activeListings }: Props) => {
  const { last, isRunning, error, optimize: run, leaveOut } = useOptimizer();
  const { data: standing } = useQuery(standingAdviceQuery);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<'summary' | 'large' | null>(null);
  const batch = usePriceBatch(sellerId);

  const optimize = (request: Request) => {
    setSelected(new Set());
    run(request);
  };

  // Before the first run on this page, the advice of earlier runs that still applies.
  const own = last?.result.optimizedCount ? last : undefined;
  const result = own?.result ?? (standing?.optimizedCount ? standing : undefined);
  const asked = last?.request ?? usualRequest;
  const { optimizations = [] } = result ?? {};
  const shown = optimizations.filter((item) => isWorthShowing(item) && !batch.handledIds.has(item.listingId));
  const kept = optimizations.filter((item) => !isWorthShowing(item));
  const chosen = shown.filter(({ listingId }) => selected.has(listingId));

  const dismiss = () => {
    leaveOut(batch.handledIds);
    batch.dismiss();
  };
  const apply = (confirmLarge: boolean) => {
    setAsking(null);
    whenDone(batch.start(chosen, confirmLarge), {
      onSuccess: ({ message, updated, failed }) => {
        setSelected(new Set());
        if (updated.length > 0) toastDone('Prices Updated', message);
        else if (failed.length > 0) toastFailed('Update Failed', message);
        // Their advice is on prices that they no longer have.
        leaveOut(idsOf(failed.filter((one) => one.error === 'price_changed')));
      },
      onError: (failure) => {
        const code = failureCode(failure);
        if (code === 'large_change' && !confirmLarge) return setAsking('large');
        toastFailure(failure, 'Update Failed', changeMessages.updateFallback);
        if (code === 'price_changed') leaveOut(idsOf(chosen));
      },
    });
  };

  return (
    <Panel title="Smart pricing optimizer" isLarge className="optimizer">
      <div className="opt-pad">
        <p className="small mute">Compares your prices with similar items and flags the ones worth changing.</p>
        <OptimizerForm
          isRunning={isRunning}
          hasResult={last !== undefined}
          isDisabled={activeListings === 0}
          onRun={optimize}
        />
      </div>
      <PriceBatchPanel batch={{ ...batch, dismiss }} />
      {isRunning ? (
        <div className="opt-pad">
          <Skeleton lines={5} label={`Comparing ${asked.limit} listings with similar items`} />
        </div>
      ) : error ? (
        <div className="opt-pad">
          <PanelError
            error={error}
            message={failureMessage(error, changeMessages.compareFallback)}
            onRetry={() => optimize(asked)}
          />
        </div>
      ) : result ? (
        <>
          <p className="opt-from small mute">
            {own
              ? `${strategyTexts[own.request.strategy].name}, up to ${own.request.limit} listings`
              : 'From earlier runs. These still apply.'}
          </p>
          <Summary counts={result.summary} />
          {shown.length > 0 ? (
            <AdviceTable
              items={shown}
              selected={selected}
              onSelect={setSelected}
              isApplying={batch.isUnderWay}
              onApply={() => setAsking('summary')}
            />
          ) : (
            batch.handledIds.size === 0 && <NoneWorth compared={result.optimizedCount} />
          )}
          {kept.length > 0 && <KeepAdvice items={kept} />}
        </>
      ) : (
        activeListings === 0 && <NoListings />
      )}
      {/* What was chosen may be gone by now, because it was changed elsewhere. */}
      <ApplyDialog step={chosen.length === 0 ? null : asking} chosen={chosen} onStep={setAsking} onApply={apply} />
    </Panel>
  );
};

const NoneWorth = ({ compared }: { compared: number }) => (
  <div className="opt-none">
    <p className="h-head">No prices worth changing.</p>
    <p className="small mute">{`${counted(compared, 'listing')} compared. See below why ${compared === 1 ? 'its price stays' : 'each price stays'}.`}</p>
  </div>
);

const NoListings = () => (
  <div className="opt-none">
    <p className="h-head">Nothing to price yet.</p>
    <p className="small mute">Sync your closet to compare your prices.</p>
    <a className="btn line sm" href="#main">
      Go to Sync Closet
    </a>
  </div>
);

const Summary = ({ counts }: { counts: OptimizationResult['summary'] }) => {
  const { increaseRecommendations: raise, decreaseRecommendations: lower, maintainRecommendations: keep } = counts;
  return (
    <div className="opt-sum">
      {Object.entries({ raise, lower, keep }).map(([verb, listings]) => (
        <p key={verb}>
          <b>{listings}</b> {verb}
        </p>
      ))}
      {raise + lower + keep > 0 && (
        <p>
          {/* The API sends this one value in percent; all other confidences are from 0 to 1. */}
          <b>{percent(counts.averageConfidence / 100)}</b> average confidence
        </p>
      )}
    </div>
  );
};

const KeepAdvice = ({ items }: { items: readonly Optimization[] }) => (
  <details className="fold keep-advice">
    <summary>{`${counted(items.length, 'listing')}: no change`}</summary>
    <ul>
      {items.map((item) => (
        <li key={item.listingId}>
          <b>{item.title}</b> Stays at {dollars(item.currentPrice, item.currency)}. <span>{item.reasoning[0]}</span>
          {item.decidedBy === 'chance' && <small> {pricingMessages.confidence.of(percent(item.confidence))}</small>}
        </li>
      ))}
    </ul>
  </details>
);

const strategyTexts: Record<Strategy, { name: string; text: string }> = {
  engagement: { name: 'Top Performers', text: 'Most liked and shared.' },
  underperforming: { name: 'Underperforming', text: 'Few likes for their age.' },
  recent: { name: 'Recently Shared', text: 'Most recently shared.' },
  random: { name: 'Random Sample', text: 'A random pick of your active listings.' },
};

type Request = z.input<typeof OptimizationRequest>;
type FormProps = { isRunning: boolean; hasResult: boolean; isDisabled: boolean; onRun: (request: Request) => void };

const OptimizerForm = ({ isRunning, hasResult, isDisabled, onRun }: FormProps) => {
  const { register, handleSubmit, watch } = useForm<Request>({
    resolver: zodResolver(OptimizationRequest),
    defaultValues: usualRequest,
  });
  const run = handleSubmit(onRun);
  return (
    <form className="opt-form" onSubmit={(event) => void run(event)} noValidate>
      <SelectField
        label="Strategy"
        hint={strategyTexts[watch('strategy')].text}
        options={strategies.map((strategy) => [strategy, strategyTexts[strategy].name])}
        {...register('strategy')}
      />
      <SelectField
        label="Listings"
        options={listingCounts.map((count) => [count, String(count)])}
        {...register('limit', { valueAsNumber: true })}
      />
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
