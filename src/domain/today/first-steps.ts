// The first steps of a new seller.

type FirstSteps = {
  isConnected: boolean;
  hasListings: boolean;
  /** A round has shared something, or is about to. */
  hasStarted: boolean;
  hasCompared: boolean;
};

/** Where prices are compared: the one step that is taken after the first round. */
export const comparePlace = '/dashboard#optimizer';

export type Step = { text: string; isDone: boolean; action: { label: string; href: string } };

export const firstSteps = ({ isConnected, hasListings, hasStarted, hasCompared }: FirstSteps): Step[] => [
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
];

/** In order. */
export const stepsLeft = (steps: readonly Step[]): Step[] => steps.filter(({ isDone }) => !isDone);
