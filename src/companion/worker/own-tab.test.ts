import { describe, expect, it } from 'vitest';
import { findTab } from '../carry/marketplace-tab.ts';
import { origin, state } from '../platform/memory.fixture.ts';
import { openMemory } from '../platform/memory.ts';
import { companionIn, done, newBrowser, newServer, next } from './companion.fixture.ts';

describe('the companion’s own tab', () => {
  /** Polls once, and then meets a server of another version, which changes nothing. */
  const removedIn = async (bot: string): Promise<number[]> => {
    const place = newBrowser({}, async () => done);
    Object.assign(place.session.items, { ownTab: 5, lastCarriedAt: 0 });
    const removed: number[] = [];
    place.browser.tabs.remove = async (id) => void removed.push(id);
    const server = newServer([next({ state: { ...state, bot } }), { protocol: 2, request: null }]);
    await companionIn(place, server, () => 100_000).wake();
    return removed;
  };

  it('is replaced if it shows an error, and waited for while it loads', async () => {
    const place = newBrowser({}, async () => done);
    const tabs = new Map<number, { id: number; windowId: number; active: boolean; status: string }>();
    let status = 'complete';
    Object.assign(place.browser.tabs, {
      query: async () => [],
      get: async (id: number) => tabs.get(id) ?? Promise.reject(new Error('closed')),
      create: async () => {
        const tab = { id: tabs.size + 10, windowId: 1, active: false, status };
        tabs.set(tab.id, tab);
        return tab;
      },
      remove: async (id: number) => void tabs.delete(id),
      onUpdated: { addListener: () => {}, removeListener: () => {} },
      onRemoved: { addListener: () => {}, removeListener: () => {} },
    });
    // No page of the marketplace can be looked into: the line is down.
    place.browser.scripting.executeScript = async () => Promise.reject(new Error('an error page'));
    const find = () => findTab({ browser: place.browser, memory: openMemory(place.browser), origin }, 0);
    for (let tries = 0; tries < 3; tries += 1) expect(await find()).toBeNull();
    expect(tabs.size).toBe(1);
    status = 'loading';
    await find();
    const [loading] = tabs.keys();
    await find();
    expect([...tabs.keys()]).toEqual([loading]);
  });

  it('is closed after the round, and stays during it', async () => {
    expect(await removedIn('waiting')).toEqual([5]);
    expect(await removedIn('sharing')).toEqual([]);
  });
});
