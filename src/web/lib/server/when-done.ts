type Outcome<Reply> = { onSuccess?: (reply: Reply) => void; onError: (error: unknown) => void; onSettled?: () => void };

/**
 * Tells how a mutation ended, also where the control that started it is gone by then: pressing Stop Bot takes Stop Bot
 * away, and a mutation's own callbacks would go with it.
 */
export const whenDone = <Reply>(work: Promise<Reply>, { onSuccess, onError, onSettled }: Outcome<Reply>): void => {
  void work.then(onSuccess, onError).finally(onSettled);
};
