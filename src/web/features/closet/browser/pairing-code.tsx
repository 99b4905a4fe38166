// A pairing code in large letters, with the address to type beside it and the time that it is good for.
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { codeLifeMs } from '#domain/companion.ts';
import { countdown } from '#web/format/format.ts';
import { takeFocus } from '#web/lib/browser/keep-focus.ts';
import { useNow } from '#web/lib/clock.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toastFailure } from '#web/ui/toast-store.ts';
import { useMakeCode } from './queries.ts';
import '../marketplace-panel.css';

/** By this browser's own clock, which may differ from the server's by more than a code is good for. */
type Code = { code: string; expiresAt: number };

/** `onShown` is called when a code is on screen. */
export const PairingCode = ({ isMain = false, onShown }: { isMain?: boolean; onShown: () => void }) => {
  const [code, show] = useState<Code | null>(null);
  const make = useMakeCode();
  const now = useNow(1_000);
  // The screen's clock ticks once a second, so it may be behind the moment at which the code was made.
  const leftMs = code === null ? 0 : Math.min(codeLifeMs, code.expiresAt - now);
  const isGood = leftMs > 0;
  const ask = () =>
    whenDone(make.mutateAsync(), {
      onSuccess: (made) => {
        show({ code: made.code, expiresAt: Date.now() + codeLifeMs });
        onShown();
      },
      onError: (error) => toastFailure(error, 'Pairing code', 'Couldn’t create a code. Try again in a moment.'),
    });
  const isHere = useCompanionHere();
  const askOnce = useEffectEvent(() => {
    if (!isGood && !make.isPending) ask();
  });
  // The companion was clicked, and fills in the code that it finds here.
  useEffect(() => {
    if (isHere && isMain) askOnce();
  }, [isHere, isMain]);
  return (
    <div className="lines-close">
      {isHere && isMain && (
        <p className="small" role="status">
          The companion is installed in this browser. Click <b>Pair this browser</b> in it.
        </p>
      )}
      {code !== null && isGood && (
        <>
          <dl className="pairing-facts" tabIndex={-1} ref={takeFocus} data-pairing-code={code.code}>
            <div>
              <dt>Address</dt>
              <dd>{window.location.origin}</dd>
            </div>
            <div>
              <dt>Pairing code</dt>
              <dd>
                {/* Letter by letter, or a screen reader would try to say a word. */}
                <span className="pairing-code" role="img" aria-label={[...code.code].join(' ')}>
                  {code.code.slice(0, 4)}
                  <i>-</i>
                  {code.code.slice(4)}
                </span>
              </dd>
            </div>
          </dl>
          <p className="small mute pairing-left">Works once, for {countdown(leftMs)} more</p>
          <p className="small pairing-wait" role="status">
            Waiting for your browser…
          </p>
        </>
      )}
      {code !== null && !isGood && (
        <p className="small" role="status">
          That code has expired.
        </p>
      )}
      {!isGood && (
        <div className="answers">
          <Button look={isMain ? 'primary' : 'line'} onClick={ask} isPending={make.isPending} pendingText="One moment…">
            {code === null ? 'Show a pairing code' : 'Show a new code'}
          </Button>
        </div>
      )}
    </div>
  );
};

/** The companion's own word (`companion/platform/open-page.ts`). */
const said = 'hangtag-companion';

let isHere = false;
const listen = (onChange: () => void): (() => void) => {
  const hear = () => {
    isHere = true;
    onChange();
  };
  document.addEventListener(said, hear);
  return () => document.removeEventListener(said, hear);
};

const useCompanionHere = (): boolean => useSyncExternalStore(listen, () => isHere);
