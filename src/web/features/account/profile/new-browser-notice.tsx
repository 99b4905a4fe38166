// Asks about a sign-in from a browser that the account was not used in before.
import { useQuery } from '@tanstack/react-query';
import { ago } from '#web/format/format.ts';
import { browserName } from '#web/lib/browser/this-browser.ts';
import { useNow } from '#web/lib/clock.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { newBrowsersQuery, useRecognizeBrowser, useSignOutBrowser } from '../security/queries.ts';
import { Question } from './zone-question.tsx';

const toastNotDone = (error: unknown) => toastFailure(error, 'Error', 'That couldn’t be done. Try again in a moment.');

/** One at a time, the newest first. It stays until the seller answers. */
const NewBrowserNotice = () => {
  const { data: browsers } = useQuery(newBrowsersQuery);
  const recognize = useRecognizeBrowser();
  const end = useSignOutBrowser();
  const now = useNow(30_000);
  const [newest] = browsers ?? [];
  if (newest === undefined) return null;
  const { id, userAgent, address, at } = newest;
  const signOut = () =>
    whenDone(end.mutateAsync({ id }), {
      onSuccess: () => toastDone('Signed out', 'That browser has to sign in again. Change your password now.'),
      onError: toastNotDone,
    });
  return (
    <Question
      label="New sign-in"
      title={`New sign-in ${ago(at, now)}: ${browserName(userAgent) ?? 'an unknown browser'}.`}
      text={`From ${address}. Was this you?`}
    >
      <Button isSmall onClick={signOut} isPending={end.isPending} pendingText="Signing out…">
        Sign out that browser
      </Button>
      <Button
        isSmall
        look="bare"
        isPending={recognize.isPending}
        onClick={() => whenDone(recognize.mutateAsync({ id }), { onError: toastNotDone })}
      >
        It was me
      </Button>
    </Question>
  );
};

export default NewBrowserNotice;
