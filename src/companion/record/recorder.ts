// Records what the seller's own clicks make a marketplace page send, in the memory of the recorder's page. Nothing is stored.

import { mostEntries, type Recording } from '#marketplace/recording/recording.ts';
import { type Observed, recordingOf } from '#marketplace/recording/redactor.ts';
import type { BrowserApi } from '../platform/browser.ts';
import type { ObservedMessage } from './watching.ts';
import { startWatching, stopWatching } from './watching.ts';

export type Recorder = {
  /** Opens the marketplace in a new tab and begins to watch. */
  start(): Promise<void>;
  /** Stops watching, and removes everything personal. What was observed is gone after this. */
  stop(): Promise<Recording>;
  /** How many requests and pages were seen so far. */
  count(): number;
};
type Extension = { browser: BrowserApi; origin: string; now: () => number; onChange: () => void };

/** The most that is held in memory until the recording ends. */
const mostCharacters = 60_000_000;

export function createRecorder({ browser, origin, now, onChange }: Extension): Recorder {
  let observed: Observed[] = [];
  let characters = 0;
  let startedAt = 0;
  const keep = (message: unknown): void => {
    const one = (message as Partial<ObservedMessage> | null)?.kind === 'observed' ? (message as ObservedMessage) : null;
    if (one === null || !isOf(one.observed, origin) || observed.length >= mostEntries) return;
    const size = (one.observed.responseBody?.text.length ?? 0) + (one.observed.requestBody?.text.length ?? 0);
    if (characters + size > mostCharacters) return;
    characters += size;
    observed.push(one.observed);
    onChange();
  };
  return {
    async start() {
      observed = [];
      characters = 0;
      startedAt = now();
      browser.runtime.onMessage.addListener(keep);
      await startWatching(browser, origin);
      await browser.tabs.create({ url: `${origin}/feed`, active: true });
    },
    async stop() {
      browser.runtime.onMessage.removeListener(keep);
      await stopWatching(browser, origin);
      const recording = recordingOf(observed, { origin, startedAt, madeFrom: 'companion' });
      observed = [];
      return recording;
    },
    count: () => observed.length,
  };
}

/** A page could send anything, so everything is checked as it comes. */
function isOf(observed: unknown, origin: string): observed is Observed {
  const one = observed as Observed;
  return (
    typeof one?.url === 'string' &&
    URL.canParse(one.url) &&
    new URL(one.url).origin === origin &&
    typeof one.method === 'string' &&
    typeof one.status === 'number' &&
    Array.isArray(one.requestHeaders) &&
    Array.isArray(one.responseHeaders)
  );
}
