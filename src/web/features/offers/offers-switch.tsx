// Turns offers on and off, and says whether they go out now.
import { Link } from 'wouter';
import type { OfferPreview } from '#contract/offers/offers.ts';
import { paths } from '#web/lib/paths.ts';
import { failureMessage, whenDone } from '#web/lib/server/api.ts';
import { SwitchRow } from '#web/ui/field.tsx';
import { toastFailed } from '#web/ui/toast-store.ts';
import { useTurnOffers } from './queries.ts';

const waits = {
  turned_off: 'Off: no offer goes out. You can still make rules and see what they would do.',
  on_hold: 'Your administrator paused all bots, so no offer goes out until they resume.',
  not_running: 'On, but your bot isn’t sharing now. Offers go out after its rounds.',
  gentle: 'On, but Poshmark sent a warning, so Hangtag is gentle and sends none for now.',
  busy: 'On, but Poshmark is refusing many sellers right now. Hangtag tries again after the next round.',
} as const;

/** The same switch as in the bot's settings. `wait`: undefined until it is known. */
export const OffersSwitch = ({ wait }: { wait: OfferPreview['wait'] | undefined }) => {
  const turn = useTurnOffers();
  // What was pressed shows at once.
  const isOn = turn.isPending ? turn.variables : wait !== undefined && wait !== 'turned_off';
  const text = wait === undefined ? ' ' : wait === null ? 'On: offers go out after each round.' : waits[wait];
  return (
    <div className="offers-switch">
      <SwitchRow
        id="offers-on"
        title="Send offers to likers"
        text={text}
        checked={isOn}
        disabled={wait === undefined}
        onChange={({ target }) =>
          whenDone(turn.mutateAsync(target.checked), {
            onError: (error) =>
              toastFailed('Not changed', failureMessage(error, 'Couldn’t change the setting. Try again.'), { error }),
          })
        }
      />
      {wait === 'not_running' && (
        <Link className="small" href={paths.dashboard}>
          See it on the dashboard
        </Link>
      )}
    </div>
  );
};
