// Says on every screen that a stop is not confirmed, for as long as that is true.

import { Button } from '#web/ui/button.tsx';
import { TriangleAlert } from '#web/ui/icons.tsx';
import { toastDone } from '#web/ui/toast-store.ts';
import { useStop } from './use-stop.ts';
import './stop-notice.css';

const messages = {
  /** By what keeps the server from confirming it. */
  titles: {
    no_connection: 'Not stopped: no connection',
    no_answer: 'Not stopped: the server isn’t answering',
    signed_out: 'Not stopped: you’re signed out',
  },
} as const;

export const StopNotice = () => {
  const stop = useStop();
  if (stop.kind !== 'unconfirmed') return null;
  const callOff = () => {
    stop.callOff();
    toastDone('Stop canceled', 'The bot keeps running.');
  };
  return (
    <div className="stop-notice" role="alert" ref={keepRoom}>
      <div className="wrap">
        <TriangleAlert className="ic" aria-hidden="true" />
        <p>
          <b>{messages.titles[stop.obstacle]}</b>{' '}
          <span>The bot may still be sharing. Hangtag keeps trying until the stop is confirmed.</span>
        </p>
        <div className="stop-notice-acts">
          <Button isSmall onClick={stop.press} isPending={stop.isTrying} pendingText="Trying…">
            Try now
          </Button>
          <Button look="bare" isSmall onClick={callOff}>
            Don’t stop
          </Button>
        </div>
      </div>
    </div>
  );
};

/** Tells the styles how tall the notice is, up to three lines: toasts and a phone's fixed bar are placed below it. */
const keepRoom = (notice: HTMLElement | null) => {
  if (notice === null) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty('--stop-notice', `${notice.getBoundingClientRect().height}px`),
  );
  observer.observe(notice);
  return () => {
    observer.disconnect();
    style.removeProperty('--stop-notice');
  };
};
