// Handles the end of a mutation, also after its control is gone.

type Outcome<Reply> = { onSuccess?: (reply: Reply) => void; onError: (error: unknown) => void; onSettled?: () => void };

/** A mutation's own callbacks are lost when their component unmounts: pressing Stop Bot removes the Stop Bot button. */
export const whenDone = <Reply>(work: Promise<Reply>, { onSuccess, onError, onSettled }: Outcome<Reply>): void => {
  void work.then(onSuccess, onError).finally(onSettled);
};
