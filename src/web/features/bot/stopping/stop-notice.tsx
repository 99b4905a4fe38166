// Says on every screen that a stop is not confirmed, for as long as that is true.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { BotStatus } from '#contract/bot/bot.ts';
import { placedTime } from '#web/format/format.ts';
import { serverNow } from '#web/lib/clock.ts';
import { api, failureMessage } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { TriangleAlert } from '#web/ui/icons.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { botKeys, refreshAfterBotChange } from '../queries.ts';
import { createPersistentStop, type PersistentStop, type StopState } from './persistent-stop.ts';
import './stop-notice.css';

const titles = {
  no_connection: 'Not stopped: no connection',
  no_answer: 'Not stopped: the server isn’t answering',
  signed_out: 'Not stopped: you’re signed out',
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
        <TriangleAlert />
        <p>
          <b>{titles[stop.obstacle]}</b>{' '}
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

/** A server that is frozen keeps the connection open and never answers. */
const answerWithinMs = 10_000;
/** How far the server's time may be ahead of what this page takes it for: the time that a reply took. */
const clocksDifferMs = 10_000;

/**
 * Kept in the query cache with the account's data: it outlives every screen, and is dropped when the session is closed.
 */
const heldStop = (client: QueryClient): PersistentStop => {
  const held = client.getQueryData<PersistentStop>(botKeys.stop);
  if (held !== undefined) return held;
  const stop = createPersistentStop({
    send: (pressedAt) =>
      api.bot.stop(
        pressedAt === null ? {} : { query: { startedBefore: new Date(pressedAt + clocksDifferMs).toISOString() } },
        { signal: AbortSignal.timeout(answerWithinMs) },
      ),
    serverNow() {
      const seen = client.getQueryState<BotStatus>(botKeys.status);
      if (seen?.data === undefined) return null;
      return serverNow({ sent: seen.data.now, receivedAt: seen.dataUpdatedAt, now: Date.now() });
    },
    onStopped(status) {
      void refreshAfterBotChange(client);
      const after = status && `Nothing will be shared after ${placedTime(status.now, status.timezone)}.`;
      toastDone('Bot stopped successfully', after ?? 'It wasn’t running anymore.');
    },
    onFailed(error, keepsTrying) {
      void refreshAfterBotChange(client);
      const detail = keepsTrying ? 'Hangtag keeps trying.' : failureMessage(error, 'Failed to stop bot');
      toastFailed('Error', 'Failed to stop bot', { error, detail });
    },
    onReturn,
    isWanted: () => client.getQueryData(botKeys.stop) === stop,
  });
  client.setQueryDefaults(botKeys.stop, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(botKeys.stop, stop);
  stop.subscribe(() =>
    (stop.state().kind === 'unconfirmed' ? addEventListener : removeEventListener)('beforeunload', ask),
  );
  return stop;
};

/** When the connection comes back, and when the seller comes back to a tab whose timers the browser had slowed down. */
const onReturn = (act: () => void): (() => void) => {
  const look = () => document.visibilityState === 'visible' && act();
  addEventListener('online', act);
  document.addEventListener('visibilitychange', look);
  return () => {
    removeEventListener('online', act);
    document.removeEventListener('visibilitychange', look);
  };
};

/** Only an open page can keep trying. */
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** The one stop of the app, shared by every button and key that stops the bot. */
export const useStop = (): StopState & Pick<PersistentStop, 'press' | 'callOff'> => {
  const client = useQueryClient();
  const [stop] = useState(() => heldStop(client));
  const state = useSyncExternalStore(stop.subscribe, stop.state, stop.state);
  return { ...state, press: stop.press, callOff: stop.callOff };
};
