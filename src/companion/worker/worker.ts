// The extension's service worker. The browser may end it at any moment and starts it again for an alarm or a message.

import { z } from 'zod';
import { thisBrowser } from '../platform/browser.ts';
import { openLog } from '../platform/log.ts';
import { openMemory, type Remembered } from '../platform/memory.ts';
import { stopWatching } from '../record/watching.ts';
import { showBadge } from './badge.ts';
import { Companion } from './companion.ts';

// Extensions may not make code from text, and zod would try.
z.config({ jitless: true });

const browser = thisBrowser();
const memory = openMemory(browser);
const log = openLog(browser.storage.local, Date.now);
const companion = new Companion({
  browser,
  memory,
  log,
  fetch: (...given) => fetch(...given),
  now: Date.now,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});
/** Half a minute is the shortest that browsers allow. */
const wakeMinutes = 0.5;

const start = (): void => {
  void browser.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
  void browser.alarms.create('wake', { periodInMinutes: wakeMinutes });
  void companion.wake();
};
const drawBadge = async (): Promise<void> => showBadge(browser, await memory.read());

browser.runtime.onInstalled.addListener(start);
browser.runtime.onStartup.addListener(start);
browser.alarms.onAlarm.addListener(() => void companion.wake());
browser.runtime.onMessage.addListener((message) => {
  if (message === 'wake') void companion.wake();
});
browser.tabs.onUpdated.addListener((_id, { status }, { url }) => {
  if (status === 'complete' && url !== undefined) void companion.pageLoaded(url);
});
// The seller may allow a site, or take that back, on a page of the browser's own.
for (const changed of [browser.permissions.onAdded, browser.permissions.onRemoved])
  changed.addListener(() => {
    void companion.wake();
    void drawBadge();
  });
memory.watch(() => void drawBadge());
browser.storage.onChanged.addListener(({ isPaused, recording }) => {
  if (isPaused !== undefined) {
    void log.add({ at: Date.now(), kind: 'event', event: isPaused.newValue === true ? 'paused' : 'resumed' });
    void companion.wake();
  }
  // The recorder's page may be closed while it records, and then it can't wait for the end.
  const before = recording?.oldValue as Remembered['recording'];
  if (before !== undefined && recording?.newValue === undefined) void stopWatching(browser, before.origin);
});
void drawBadge();
start();
