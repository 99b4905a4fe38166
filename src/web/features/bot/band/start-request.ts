// Lets the palette and the keys press Start Bot, whatever screen the seller is on.

/** How long a request waits for the dashboard. Later, the seller no longer expects a start. */
const waitsMs = 10_000;

let press: (() => void) | null = null;
let askedAt = Number.NEGATIVE_INFINITY;

/** Presses the button, or lets the dashboard press it as soon as it is there. */
export const askStart = (): void => {
  if (press === null) askedAt = Date.now();
  else press();
};

/** Answers requests until the returned function is called, and one that has been waiting. */
export const answerStart = (act: () => void): (() => void) => {
  press = act;
  if (Date.now() - askedAt < waitsMs) act();
  askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (press === act) press = null;
  };
};
