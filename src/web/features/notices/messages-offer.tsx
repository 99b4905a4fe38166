// The offer to turn on push notifications, on the dashboard.
import { useQuery } from '@tanstack/react-query';
import { usePushSupport } from '#web/lib/browser/push.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { noticesQuery, useDeclineOffer, useTurnOnMessages } from './queries.ts';
import './notices.css';

/** Loads only if this browser can get notifications at all. */
const useOffer = () => {
  const support = usePushSupport();
  return useQuery({ ...noticesQuery, enabled: support === 'able' });
};

/** Whether it is not known yet if the offer shows. The content below waits for this, so that the offer never pushes it down. */
export const useIsOfferOpen = (): boolean => useOffer().isLoading;

export const MessagesOffer = () => {
  const { data: known } = useOffer();
  const { isPending, turnOnHere } = useTurnOnMessages();
  const decline = useDeclineOffer();
  if (!known?.isOffered) return null;
  const putAway = () =>
    whenDone(decline.mutateAsync(undefined), {
      onSuccess: () => toastDone('No, thanks', 'You can turn this on later in your profile.'),
      onError: (error) => toastFailure(error, 'Error', 'Couldn’t change notifications. Try again in a moment.'),
    });
  return (
    <section className="messages-offer spread" aria-label="Notifications">
      <p className="small">
        <b>Sharing is going well.</b> Want a notification on this device when the bot needs you?
      </p>
      <div className="answers">
        <Button isSmall onClick={() => turnOnHere(known.publicKey)} isPending={isPending} pendingText="Turning on…">
          Turn on notifications
        </Button>
        <Button isSmall look="bare" onClick={putAway} isPending={decline.isPending}>
          No, thanks
        </Button>
      </div>
    </section>
  );
};
