// Runs in a marketplace page while it is recorded, apart from the page's own scripts: passes on what was seen.

import type { Observed } from '#marketplace/recording/redactor.ts';
import { largestBody, type ObservedMessage, observedEvent, overEvent } from './watching.ts';

type Runtime = {
  runtime: {
    sendMessage(message: unknown): Promise<unknown>;
    onMessage: { addListener(listener: (message: { kind?: string }) => void): void };
  };
};

(() => {
  const world = globalThis as unknown as { browser?: Runtime; chrome?: Runtime; hangtagPasses?: boolean };
  const api = world.browser?.runtime === undefined ? world.chrome : world.browser;
  if (api === undefined || world.hangtagPasses) return;
  world.hangtagPasses = true;

  let isOver = false;
  const pass = (observed: Observed): void => {
    const message: ObservedMessage = { kind: 'observed', observed };
    if (!isOver) void api.runtime.sendMessage(message).catch(() => undefined);
  };
  document.addEventListener(observedEvent, (event) => {
    try {
      pass(JSON.parse(String((event as CustomEvent).detail)));
    } catch {
      // Not ours: another script used the same name.
    }
  });
  api.runtime.onMessage.addListener((message) => {
    if (message.kind !== 'recording-over') return;
    isOver = true;
    world.hangtagPasses = false;
    document.dispatchEvent(new CustomEvent(overEvent));
  });

  /** The page itself: its status, its token, and the state that it holds for its script. */
  const passPage = (): void => {
    const [load] = performance.getEntriesByType('navigation') as (PerformanceEntry & { responseStatus?: number })[];
    const text = `<!doctype html>${document.documentElement.outerHTML}`;
    pass({
      method: 'GET',
      url: location.href,
      requestHeaders: [],
      status: load?.responseStatus || 200,
      responseHeaders: [{ name: 'content-type', value: document.contentType }],
      responseBody: { type: document.contentType, text: text.length > largestBody ? '' : text },
    });
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', passPage, { once: true });
  else passPage();
})();
