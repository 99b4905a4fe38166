// The analysis of many listings as screens show it: it continues on other screens, and after a reload the rest can be analyzed.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { pricingKeys } from '../queries.ts';
import { type Analyses, type AnalysisRun, type AnalyzeMany, createAnalyses } from './analyze-many.ts';
import type { Analyzed } from './analyze-one.ts';
import { keptAnalysis } from './kept-bulk.ts';
import { analysisRate, createPace } from './pace.ts';

type Seller = { id: string; isGuest: boolean };

/**
 * One at a time leaves room for the analysis that the seller opens meanwhile. It continues while the seller looks at other
 * screens. If the page was closed, the rest can be analyzed later.
 */
export const useAnalyzeMany = (seller: Seller): AnalyzeMany => {
  const client = useQueryClient();
  const [held] = useState(() => heldAnalyses(client, seller));
  return { ...held, run: useSyncExternalStore(held.subscribe, held.run, held.run) };
};

/** Kept in the query cache with the account's data, so that it is dropped when the seller signs out. */
const heldAnalyses = (client: QueryClient, { id: sellerId, isGuest }: Seller): Analyses => {
  const held = client.getQueryData<Analyses>(pricingKeys.bulkAnalysis);
  if (held !== undefined) return held;
  const analyses = createAnalyses(client, {
    pace: createPace(isGuest ? analysisRate.guest : analysisRate.account),
    kept: restored(sellerId),
    keep: (run) => keptAnalysis.keep(sellerId, run && { ...run, refused: [...run.refused], rest: run.rest.map(facts) }),
    isWanted: () => client.getQueryData(pricingKeys.bulkAnalysis) === analyses,
  });
  client.setQueryDefaults(pricingKeys.bulkAnalysis, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(pricingKeys.bulkAnalysis, analyses);
  return analyses;
};

const facts = ({ id, title, price }: Analyzed): Analyzed => ({ id, title, price });

const restored = (sellerId: string): AnalysisRun | null => {
  const kept = keptAnalysis.read(sellerId);
  return kept && { ...kept, kind: kept.kind === 'running' ? 'stopped' : kept.kind, waitsUntil: null, endsAt: null };
};
