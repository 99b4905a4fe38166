// The switch that leaves a listing out of rounds.
import type { Listing } from '#contract/listings/listings.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { Switch } from '#web/ui/switch.tsx';
import { toastFailed } from '#web/ui/toast-store.ts';
import { useChangeListing } from '../queries.ts';

/** Takes effect at once. Until the saved listing has loaded, the switch shows the requested state. */
export const SkipSharing = ({ listing }: { listing: Listing }) => {
  const save = useChangeListing();
  const asked = save.isPending || save.isSuccess ? save.variables.body.skipSharing : undefined;
  const change = (skipSharing: boolean) =>
    whenDone(save.mutateAsync({ id: listing.id, body: { skipSharing } }), {
      onError: (error) =>
        toastFailed('Couldn’t change sharing', failureMessage(error, 'Try again in a moment.'), { error }),
    });
  return (
    <div className="switchrow">
      <div>
        <label htmlFor="skip-sharing">
          <b>Skip sharing</b>
        </label>
        <p id="skip-sharing-text">Rounds leave this listing out. It can still get offers.</p>
      </div>
      <Switch
        id="skip-sharing"
        aria-describedby="skip-sharing-text"
        checked={asked ?? listing.skipSharing}
        onChange={({ target }) => change(target.checked)}
      />
    </div>
  );
};
