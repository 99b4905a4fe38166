import { type EventName, eventNames, eventsPath } from '#contract/schemas/events.ts';

/** At most one call a name in this time, however fast events come: a round without pauses must not become a flood of questions. */
const spacingMs = 250;

/**
 * Listens to the server's events until the returned function is called. The first connection is told of everything at once;
 * the browser reconnects by itself, and `onReopen` tells when it did, so that what was missed meanwhile is asked for.
 * Without events the polling of the queries goes on alone.
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

/** Calls at once, then at most once in `ms`; what came in between is told by one call at the end. */
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
