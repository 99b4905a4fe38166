// The first steps of a new seller, and what they may set up besides the first round.

type FirstSteps = {
  isConnected: boolean;
  hasListings: boolean;
  /** A round has shared something, or is about to. */
  hasStarted: boolean;
  hasCompared: boolean;
  /** Offers are on, or there is a rule for them or a plan for price drops. */
  sellsMore: boolean;
};

/** Where prices are compared. */
export const comparePlace = '/dashboard#optimizer';
const sellPlace = '/selling';

/** Whether the step is one of those before the first round. */
export const isBeforeFirstRound = ({ href }: { href: string }): boolean => href !== comparePlace && href !== sellPlace;

export type Step = { text: string; isDone: boolean; action: { label: string; href: string } };

export const firstSteps = ({ isConnected, hasListings, hasStarted, hasCompared, sellsMore }: FirstSteps): Step[] => [
  {
    text: 'connect your closet.',
    isDone: isConnected,
    action: { label: 'Connect your closet', href: '/dashboard#marketplace' },
  },
  {
    text: 'sync your listings.',
    isDone: hasListings,
    action: { label: 'Go to Sync Closet', href: '/dashboard#closet' },
  },
  {
    text: 'start the bot.',
    isDone: hasStarted,
    action: { label: 'Go to Start Bot', href: '/dashboard#bot-title' },
  },
  {
    text: 'find listings worth repricing.',
    isDone: hasCompared,
    action: { label: 'Compare prices', href: comparePlace },
  },
  {
    text: 'set up offers to likers, or price drops.',
    isDone: sellsMore,
    action: { label: 'Set them up', href: sellPlace },
  },
];

/** In order. */
export const stepsLeft = (steps: readonly Step[]): Step[] => steps.filter(({ isDone }) => !isDone);

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
