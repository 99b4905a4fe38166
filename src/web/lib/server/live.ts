// Listens to the server's events.
import { type EventName, eventNames, eventsPath } from '#contract/schemas/events.ts';

/** At most one call per event name in this time, so that a fast round doesn't cause a flood of queries. */
const spacingMs = 250;

/**
 * Listens until the returned function is called. On the first connection the server sends every event at once. The browser
 * reconnects on its own and `onReopen` is called then, so that missed changes are loaded. Without events, the queries still poll.
 */
export const listenLive = ({
  onEvent,
  onReopen,
}: {
  onEvent: (name: EventName) => void;
  onReopen: () => void;
}): (() => void) => {
  const source = new EventSource(eventsPath);
  let hasOpened = false;
  source.addEventListener('open', () => {
    if (hasOpened) onReopen();
    hasOpened = true;
  });
  const stops = eventNames.map((name) => {
    const spaced = atMostEvery(spacingMs, () => onEvent(name));
    source.addEventListener(name, spaced.call);
    return spaced.cancel;
  });
  return () => {
    source.close();
    for (const stop of stops) stop();
  };
};

/** Calls `act` at once, then at most once per `ms`. Calls in between are merged into one at the end. */
const atMostEvery = (ms: number, act: () => void): { call: () => void; cancel: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAskedAgain = false;
  const rest = () => {
    timer = undefined;
    if (!isAskedAgain) return;
    isAskedAgain = false;
    call();
  };
  const call = () => {
    if (timer !== undefined) {
      isAskedAgain = true;
      return;
    }
    act();
    timer = setTimeout(rest, ms);
  };
  return { call, cancel: () => clearTimeout(timer) };
};
