// Keeps the key from the link that Hangtag prints at its start. Only a browser that has it sees reset tokens on screen.
import { keepChoice, keptChoice } from '../browser/kept-choice.ts';

const name = 'start-key';

/** Removes the key from the address bar, where others could read it or the seller could copy it with the address. */
export const takeStartKey = (): void => {
  const key = /^#start=(.+)$/.exec(location.hash)?.[1];
  if (key === undefined) return;
  keepChoice(name, key);
  history.replaceState(null, '', location.pathname + location.search);
};

/** Also when the link is pasted into the address bar of the auth screen, which loads nothing. Until the returned function is called. */
export const watchForStartKey = (): (() => void) => {
  addEventListener('hashchange', takeStartKey);
  return () => removeEventListener('hashchange', takeStartKey);
};

export const startKey = (): string | undefined => keptChoice(name) ?? undefined;
