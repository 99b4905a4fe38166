// A request to a part of a screen that may not be there yet, such as one made from the palette.

/** How long a request waits for the part. Later, the seller no longer expects it. */
const waitsMs = 10_000;

type LateRequest = {
  /** Is answered at once, or as soon as the part is there. */
  ask: () => void;
  /** Answers requests until the returned function is called, and one that has been waiting. */
  answer: (act: () => void) => () => void;
};

export const createLateRequest = (): LateRequest => {
  let answering: (() => void) | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  return {
    ask: () => {
      if (answering === null) askedAt = Date.now();
      else answering();
    },
    answer: (act) => {
      answering = act;
      if (Date.now() - askedAt < waitsMs) act();
      askedAt = Number.NEGATIVE_INFINITY;
      return () => {
        if (answering === act) answering = null;
      };
    },
  };
};
