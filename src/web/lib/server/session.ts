// What this browser knows of its session: whether one was opened, whether another tab ended it, and the key from the link that Hangtag
// prints at its start.
import { signedInHint } from '#contract/pages.ts';
import { keepChoice, keptChoice } from '../browser/kept-choice.ts';

/** The cookie says that a session was opened in this browser. */
export const hasSignedInHint = (): boolean =>
  document.cookie.split('; ').includes(`${signedInHint.name}=${signedInHint.value}`);

export const forgetSignedInHint = (): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the CookieStore is not in every browser yet
  document.cookie = `${signedInHint.name}=; Path=/; Max-Age=0`;
};

// All tabs of this browser are on one account: they sign out, and sign in, together.
const signedOutAt = 'signed-out-at';
const signedInAs = 'signed-in-as';
let signedInAt = Date.now();

/** Called when a session was opened in this browser. Earlier sign-outs no longer count. */
export const noteSignedIn = (): void => {
  signedInAt = Date.now();
};

export const notifySignedIn = (userId: string): void => keepChoice(signedInAs, `${userId} ${Date.now()}`);

export const notifySignedOut = (): void => keepChoice(signedOutAt, String(Date.now()));

/** Whether the seller signed out in any tab. False if the session ended on its own. */
export const wasSignedOut = (): boolean => Number(keptChoice(signedOutAt) ?? 0) >= signedInAt;

export const onSignedOutElsewhere = (act: () => void): (() => void) => onStored(signedOutAt, act);

export const onSignedInElsewhere = (act: (userId: string) => void): (() => void) =>
  onStored(signedInAs, (value) => act(value.split(' ')[0] ?? ''));

const onStored = (stored: string, act: (value: string) => void): (() => void) => {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === stored) act(newValue ?? '');
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
};

/** Only a browser that has the key sees reset tokens on screen. */
const startKeyName = 'start-key';

/** Removes the key from the address bar, where others could read it or the seller could copy it with the address. */
export const takeStartKey = (): void => {
  const key = /^#start=(.+)$/.exec(location.hash)?.[1];
  if (key === undefined) return;
  keepChoice(startKeyName, key);
  history.replaceState(null, '', location.pathname + location.search);
};

/** Also when the link is pasted into the address bar of the auth screen, which loads nothing. Until the returned function is called. */
export const watchForStartKey = (): (() => void) => {
  addEventListener('hashchange', takeStartKey);
  return () => removeEventListener('hashchange', takeStartKey);
};

export const startKey = (): string | undefined => keptChoice(startKeyName) ?? undefined;
