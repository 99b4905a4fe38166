// The scripts that watch the marketplace's pages while a recording is made, and what they say to the recorder's own page.
import type { Observed } from '#marketplace/recording/redactor.ts';
import { type BrowserApi, patternOf } from '../platform/browser.ts';

/** From the page's world to the extension's script in the same page: JSON of one `Observed`. */
export const observedEvent = 'hangtag-observed';
export const overEvent = 'hangtag-recording-over';

/** From the script in the page to the recorder. Holds what the page sent and received, unredacted, and is never stored. */
export type ObservedMessage = { kind: 'observed'; observed: Observed };

export const recordMs = 10 * 60_000;
/** Longer bodies say nothing more about how a marketplace talks. */
export const largestBody = 2_000_000;

const scripts = ['record-page', 'record-pass'] as const;

export async function startWatching(browser: BrowserApi, origin: string): Promise<void> {
  await removeScripts(browser);
  await browser.scripting.registerContentScripts([
    watcher('record-page', 'MAIN', origin),
    watcher('record-pass', 'ISOLATED', origin),
  ]);
}

/** Pages that are open become as they were. */
export async function stopWatching(browser: BrowserApi, origin: string): Promise<void> {
  await removeScripts(browser);
  for (const { id } of await browser.tabs.query({ url: patternOf(origin) }))
    if (id !== undefined) await browser.tabs.sendMessage(id, { kind: 'recording-over' }).catch(() => undefined);
}

const watcher = (id: (typeof scripts)[number], world: 'MAIN' | 'ISOLATED', origin: string) => ({
  id,
  matches: [patternOf(origin)],
  js: [`${id}.js`],
  runAt: 'document_start' as const,
  world,
  persistAcrossSessions: false as const,
});

async function removeScripts(browser: BrowserApi): Promise<void> {
  // Fails if they are not there, such as before the first recording.
  await browser.scripting.unregisterContentScripts({ ids: [...scripts] }).catch(() => undefined);
}
