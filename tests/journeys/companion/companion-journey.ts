// One world with paired browsers for a test file: opened before the first test, closed after the last one. The browsers of a test
// stop with it.

import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type CompanionWorld, openCompanionWorld } from './companion-world.ts';
import type { ScriptedCompanion } from './scripted-companion.ts';

export function companionJourney() {
  let opened: CompanionWorld | null = null;
  const open: ScriptedCompanion[] = [];
  const world = (): CompanionWorld => {
    if (opened === null) throw new Error('The world is not open yet.');
    return opened;
  };
  beforeAll(async () => {
    opened = await openCompanionWorld();
  });
  afterEach(async () => {
    for (const companion of open.splice(0)) await companion.stop();
  });
  afterAll(() => opened?.close());

  /** Each look costs several queries, and some of these waits take many seconds. */
  const until = async <T>(look: () => Promise<T>, isSo: (seen: T) => boolean, timeout = 25_000): Promise<T> => {
    let seen = await look();
    await expect
      .poll(
        async () => {
          seen = await look();
          return isSo(seen);
        },
        { timeout, interval: 200 },
      )
      .toBe(true);
    return seen;
  };

  return {
    world,
    open,
    until,
    /** A seller whose closet is linked through a browser that carries calls. */
    async linked(listings: number, index = 0) {
      const seller = await world().arrive({ listings });
      const companion = await seller.paired(index);
      open.push(companion);
      companion.start();
      await until(seller.api.closet.authStatus, ({ state }) => state === 'ready');
      await until(seller.api.listings.list, (found) => found.length === listings);
      return { ...seller, companion };
    },
  };
}
