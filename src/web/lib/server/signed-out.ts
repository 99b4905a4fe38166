import { keepChoice, keptChoice } from '../browser/kept-choice.ts';

const name = 'signed-out-at';
let signedInAt = Date.now();

/** A session was opened in this tab: what was signed out before it does not count any more. */
export const noteSignedIn = (): void => {
  signedInAt = Date.now();
};

/** Tells this browser's other tabs that the seller signed out. */
export const notifySignedOut = (): void => keepChoice(name, String(Date.now()));

/** Whether the seller signed out, in whichever tab; a session that ended by itself leaves no such word. */
export const wasSignedOut = (): boolean => Number(keptChoice(name) ?? 0) >= signedInAt;

/** Listens until the returned function is called. Other tabs alone are heard. */
export const onSignedOutElsewhere = (act: () => void): (() => void) => {
  const hear = ({ key }: StorageEvent) => {
    if (key === name) act();
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
};
