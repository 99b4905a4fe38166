// Finds a tab of the marketplace to work in, or opens one.

import { type BrowserApi, patternOf, type Tab } from '../platform/browser.ts';
import type { Memory } from '../platform/memory.ts';
import { type PageState, readPageState } from './page-call.ts';

export type ReadyTab = { id: number; windowId: number; page: PageState };
type Extension = { browser: BrowserApi; memory: Memory; origin: string };

/** A page that every seller has and that shows at once whether someone is signed in. */
const workPath = '/feed';

/** A tab that shows the marketplace. Opens one in the background if there is none. null if none gets ready in time. */
export async function findTab(extension: Extension, withinMs: number): Promise<ReadyTab | null> {
  const { browser, origin } = extension;
  // Without this permission no tab can be inspected, and a server could make the browser open tabs for nothing.
  if (!(await browser.permissions.contains({ origins: [patternOf(origin)] }))) return null;
  for (const tab of await tabsOf(extension)) {
    const ready = await lookInto(extension, tab);
    if (ready !== null) return ready;
  }
  const own = (await findLoadingTab(extension)) ?? (await openTab(extension));
  if (own?.id === undefined) return null;
  await untilLoaded(browser, own.id, withinMs);
  return lookInto(extension, own);
}

/**
 * The companion's own tab, if it is still loading. One that shows an error is closed: otherwise each request would open
 * another.
 */
async function findLoadingTab({ browser, memory }: Extension): Promise<Tab | null> {
  const { ownTab } = await memory.read();
  if (ownTab === undefined) return null;
  const tab = await browser.tabs.get(ownTab).catch(() => null);
  if (tab?.status === 'loading') return tab;
  await closeOwnTab({ browser, memory });
  return null;
}

async function openTab({ browser, memory, origin }: Extension): Promise<Tab | null> {
  const tab = await browser.tabs.create({ url: origin + workPath, active: false, pinned: true }).catch(() => null);
  if (tab?.id !== undefined) await memory.write({ ownTab: tab.id });
  return tab;
}

/** The best first: the companion's own, and then those that the seller isn't looking at. */
async function tabsOf({ browser, memory, origin }: Extension): Promise<Tab[]> {
  const [tabs, { ownTab }] = await Promise.all([browser.tabs.query({ url: patternOf(origin) }), memory.read()]);
  const rank = (tab: Tab) => (tab.id === ownTab ? 0 : tab.active ? 2 : 1);
  return tabs
    .filter((tab) => !tab.discarded && tab.status === 'complete' && new URL(tab.url ?? origin).origin === origin)
    .sort((one, other) => rank(one) - rank(other));
}

async function lookInto({ browser, origin }: Extension, { id, windowId }: Tab): Promise<ReadyTab | null> {
  if (id === undefined) return null;
  try {
    const [answer] = await browser.scripting.executeScript({ target: { tabId: id }, func: readPageState, args: [] });
    const page = answer?.result;
    return page?.origin === origin ? { id, windowId, page } : null;
  } catch {
    // An error page, or a tab that was closed meanwhile.
    return null;
  }
}

function untilLoaded(browser: BrowserApi, id: number, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      browser.tabs.onUpdated.removeListener(hearUpdate);
      browser.tabs.onRemoved.removeListener(hearRemoval);
      resolve();
    };
    const hearUpdate = (changed: number, { status }: { status?: string }) => {
      if (changed === id && status === 'complete') done();
    };
    const hearRemoval = (removed: number) => {
      if (removed === id) done();
    };
    const timer = setTimeout(done, Math.max(withinMs, 0));
    browser.tabs.onUpdated.addListener(hearUpdate);
    browser.tabs.onRemoved.addListener(hearRemoval);
    // It may have loaded before anyone listened.
    void browser.tabs.get(id).then(({ status }) => status === 'complete' && done(), done);
  });
}

/** Closes the tab that the companion opened. Tabs of the seller stay. */
export async function closeOwnTab({ browser, memory }: Pick<Extension, 'browser' | 'memory'>): Promise<void> {
  const { ownTab } = await memory.read();
  if (ownTab === undefined) return;
  await memory.write({ ownTab: undefined });
  // If the seller looks at it now, it is theirs.
  const tab = await browser.tabs.get(ownTab).catch(() => null);
  if (tab !== null && !tab.active) await browser.tabs.remove(ownTab).catch(() => undefined);
}

export async function bringToFront({ browser }: Pick<Extension, 'browser'>, { id, windowId }: ReadyTab): Promise<void> {
  await browser.tabs.update(id, { active: true }).catch(() => undefined);
  await browser.windows.update(windowId, { focused: true }).catch(() => undefined);
}
