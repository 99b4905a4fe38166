// Listens to the server's events.
import { type EventName, eventNames, eventsPath } from '#contract/schemas/events.ts';

/** At most one call in this time, so that a fast round doesn't cause a flood of queries. */
const spacingMs = 250;
/** One change often causes several events at once. Waiting for the others asks for each thing once. */
const gatherMs = 20;

/**
 * Listens until the returned function is called. On the first connection the server sends every event at once. The browser
 * reconnects on its own and `onReopen` is called then, so that missed changes are loaded. Without events, the queries still poll.
 */
export const listenLive = ({
  onEvents,
  onReopen,
}: {
  onEvents: (names: ReadonlySet<EventName>) => void;
  onReopen: () => void;
}): (() => void) => {
  const source = new EventSource(eventsPath);
  let hasOpened = false;
  source.addEventListener('open', () => {
    if (hasOpened) onReopen();
    hasOpened = true;
  });
  let heard = new Set<EventName>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  const pass = () => {
    const names = heard;
    heard = new Set();
    timer = undefined;
    lastAt = performance.now();
    onEvents(names);
  };
  for (const name of eventNames)
    source.addEventListener(name, () => {
      heard.add(name);
      timer ??= setTimeout(pass, Math.max(gatherMs, lastAt + spacingMs - performance.now()));
    });
  return () => {
    source.close();
    clearTimeout(timer);
  };
};
