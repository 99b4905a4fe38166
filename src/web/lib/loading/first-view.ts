// Knows when the first view is complete, so that everything else loads after it instead of beside it.

/** The name of the moment in the browser's performance timeline. `loading.spec.ts` weighs the scripts that loaded before it. */
const markName = 'first view';
/** How long after the page has loaded a screen counts as complete if it never says so. */
const timeoutMs = 2_000;

let isComplete = false;
let waiting: (() => void)[] = [];

/** A screen calls this when it shows what the seller came for. Only the first call counts. */
export const completeFirstView = (): void => {
  if (isComplete) return;
  isComplete = true;
  performance.mark(markName);
  for (const act of waiting) act();
  waiting = [];
};

/** Acts when the first view is complete; at once if it already is. */
export const afterFirstView = (act: () => void): void => {
  if (isComplete) act();
  else waiting.push(act);
};

/** Starts waiting for the first view: not every screen says when it is complete. */
export const watchFirstView = (): void => {
  const wait = () => void setTimeout(completeFirstView, timeoutMs);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
};
