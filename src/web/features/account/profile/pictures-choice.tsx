// The choice whether pictures of listings come through this server.
import type { User } from '#contract/account/sign-in.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { accountMessages } from '#web/messages/account/account.ts';
import { SwitchRow } from '#web/ui/switch.tsx';
import { toastFailure } from '#web/ui/toast-store.ts';
import { toastProfileSaved, useChangeProfile } from '../queries.ts';

const messages = accountMessages.pictures;

/** Saved at once. The pictures of a practice closet are drawings that come with Hangtag, so there is nothing to choose. */
export const PicturesChoice = ({ user }: { user: User }) => {
  const change = useChangeProfile();
  if (user.closet.practice) return null;
  const choose = (isOn: boolean) => {
    if (change.isPending) return;
    whenDone(change.mutateAsync({ body: { picturesThroughServer: isOn } }), {
      onSuccess: toastProfileSaved,
      onError: (error) =>
        toastFailure(error, accountMessages.profile.failed.title, 'This couldn’t be saved. Try again in a moment.'),
    });
  };
  return (
    <section className="profile-part" aria-label={messages.title}>
      <SwitchRow
        id="pictures-through-server"
        title={messages.title}
        text="Poshmark’s photo servers then see this server instead of your device."
        checked={change.isPending ? change.variables.body.picturesThroughServer === true : user.picturesThroughServer}
        aria-disabled={change.isPending || undefined}
        onChange={({ target }) => choose(target.checked)}
      />
    </section>
  );
};
