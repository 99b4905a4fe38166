// Keeps all tabs of this browser on one account: they sign out, and sign in, together.
import { keepChoice, keptChoice } from '../browser/kept-choice.ts';

const name = 'signed-out-at';
const nameOfOpened = 'signed-in-as';
let signedInAt = Date.now();

/** Called when a session was opened in this browser. Earlier sign-outs no longer count. */
export const noteSignedIn = (): void => {
  signedInAt = Date.now();
};

export const notifySignedIn = (userId: string): void => keepChoice(nameOfOpened, `${userId} ${Date.now()}`);

export const notifySignedOut = (): void => keepChoice(name, String(Date.now()));

/** Whether the seller signed out in any tab. False if the session ended on its own. */
export const wasSignedOut = (): boolean => Number(keptChoice(name) ?? 0) >= signedInAt;

export const onSignedOutElsewhere = (act: () => void): (() => void) => onStored(name, act);

export const onSignedInElsewhere = (act: (userId: string) => void): (() => void) =>
  onStored(nameOfOpened, (value) => act(value.split(' ')[0] ?? ''));

const onStored = (stored: string, act: (value: string) => void): (() => void) => {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === stored) act(newValue ?? '');
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
};
