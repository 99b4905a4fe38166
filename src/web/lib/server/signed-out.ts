// Signs out all tabs of this browser together.
import { keepChoice, keptChoice } from '../browser/kept-choice.ts';

const name = 'signed-out-at';
let signedInAt = Date.now();

/** Called when a session was opened in this tab. Earlier sign-outs no longer count. */
export const noteSignedIn = (): void => {
  signedInAt = Date.now();
};

/** Tells the browser's other tabs that the seller signed out. */
export const notifySignedOut = (): void => keepChoice(name, String(Date.now()));

/** Whether the seller signed out in any tab. False if the session ended on its own. */
export const wasSignedOut = (): boolean => Number(keptChoice(name) ?? 0) >= signedInAt;

/** Calls `act` when another tab signs out, until the returned function is called. */
export const onSignedOutElsewhere = (act: () => void): (() => void) => {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === name) act();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
};
