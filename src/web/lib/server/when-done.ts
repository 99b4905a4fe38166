// Handles the end of a mutation even after its component is gone.

type Outcome<Reply> = { onSuccess?: (reply: Reply) => void; onError: (error: unknown) => void; onSettled?: () => void };

/** A mutation's own callbacks are lost when their component unmounts, and Stop Bot removes its own button. */
export const whenDone = <Reply>(work: Promise<Reply>, { onSuccess, onError, onSettled }: Outcome<Reply>): void => {
  void work.then(onSuccess, onError).finally(onSettled);
};
