// Reads from a refused sign-in what the account takes as its second step.
import { ApiFailure } from '#contract/failure.ts';

export type Methods = { hasApp: boolean; hasPasskey: boolean };

export const methodsIn = (error: unknown): Methods | null =>
  error instanceof ApiFailure && error.code === 'second_step_required'
    ? { hasApp: 'code' in error.fields, hasPasskey: 'passkey' in error.fields }
    : null;

export const secondStepHints = {
  app: 'Six digits. A new code comes every 30 seconds.',
  recovery: '12 letters and digits. Dashes don’t matter.',
  lost: 'Lost everything? Your administrator can turn the second step off.',
};
