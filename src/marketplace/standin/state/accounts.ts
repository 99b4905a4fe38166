// Creates an account of the practice marketplace.

import type { Account, AccountPlan } from './model.ts';

export function accountOf(plan: AccountPlan, id: string): Account {
  return {
    ...plan,
    id,
    email: `${plan.handle.toLowerCase()}@practice.example`,
    sessions: new Set(),
    humanCheck: false,
    otpState: null,
    sharesDay: null,
    sharesBurst: null,
    calls: null,
    listings: null,
    order: null,
    lastBumpMs: 0,
    taste: null,
    touched: [],
    pending: [],
  };
}
