// What a new seller may set up besides the first round. Each step is done, or put off for good, and then nothing asks again.

export const setupSteps = ['notifications', 'phone', 'backup'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Whether each step is done; null: it isn't for this seller. */
export type SetupFacts = Record<SetupStep, boolean | null>;

/** Those that the seller still sees. */
export const setupOf = (facts: SetupFacts, putOff: ReadonlySet<SetupStep>): { step: SetupStep; isDone: boolean }[] =>
  setupSteps.flatMap((step) => {
    const isDone = facts[step];
    return isDone === null || (putOff.has(step) && !isDone) ? [] : [{ step, isDone }];
  });
