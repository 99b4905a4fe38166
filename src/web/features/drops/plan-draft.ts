// The seller's plans while they are edited.
import type { SavedPlan } from '#contract/drops/drops.ts';
import { sensiblePlan } from '#domain/drops/plan.ts';
import type { Match } from '#domain/selling/match.ts';
import { saidParts } from '#web/lib/listing-match.ts';

/** `key` is the same as long as the plan is on the screen. A number that can't be read is NaN. */
export type PlanDraft = Omit<SavedPlan, 'id'> & { id: string | null; key: string };

let lastKey = 0;
const newPlan = (plan: Omit<PlanDraft, 'id' | 'key'>): PlanDraft => {
  lastKey += 1;
  return { ...plan, id: null, key: `new-${lastKey}` };
};

export const draftsOf = (saved: readonly SavedPlan[]): readonly PlanDraft[] =>
  saved.map((plan) => ({ ...plan, key: plan.id }));

const usual = {
  ...{ enabled: true, match: {}, percent: 10, at: '09:00', mostADay: 50, restDays: 7 },
  floor: { kind: 'listing' as const },
};

export const startingPlan = (): PlanDraft => newPlan(sensiblePlan as Omit<PlanDraft, 'id' | 'key'>);

export const anotherPlan = (number: number): PlanDraft => newPlan({ ...usual, name: `Plan ${number}`, everyDays: 7 });

/** For a seller without plans. It is kept, and runs only when the seller says so. */
export const clearOutPlan = (): PlanDraft =>
  newPlan({ ...usual, name: 'Closet Clear Out', enabled: false, everyDays: 30, mostADay: 500 });

export const planBody = ({ key: _, id, everyDays, dates, match, ...plan }: PlanDraft) => ({
  ...(id !== null && { id }),
  ...plan,
  match: saidParts(match as Match) as SavedPlan['match'],
  ...(dates === undefined ? { everyDays } : { dates }),
});

export const bodyOf = (drafts: readonly PlanDraft[]) => ({ plans: drafts.map(planBody) });
