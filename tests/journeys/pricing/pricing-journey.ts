// One world with pricing for a test file: opened before the first test, closed after the last one. Each test has a seller of its
// own, with a practice closet of 40 listings and 12 sales, or of as many as the file says.

import { afterAll, beforeAll, beforeEach } from 'vitest';
import { routes } from '#contract/routes.ts';
import type { PricingEngine } from '#domain/ports/pricing/engine.ts';
import { seeded } from '#domain/random/seeded.ts';
import { openPricingEngine } from '#server/adapters/pricing-engine/engine.ts';
import { analyzeListing, optimizePrices } from '#server/features/pricing/advice/give-advice.ts';
import { createPricing, type PricingContext, readState, studyMarket } from '#server/features/pricing/pricing.ts';
import { silentLog } from '#tests/database.ts';
import { type ClosetWorld, openClosetWorld } from '../closet/closet-world.ts';

/** A study would fit the engine again after every few searches. Without fits, the next question fits it once. */
const withoutFits: PricingEngine = {
  ask: () => Promise.resolve([] as never),
  renew: async () => {},
  close: async () => {},
};

/** For a world in which no photo is priced. */
const noPhotos = {
  vision: {
    look: () => Promise.reject(new Error('no photo is priced here')),
    prepare() {},
    close: async () => {},
  },
  advisor: null,
  hasRoom: () => true,
};

const create = (world: ClosetWorld, engine: PricingEngine): PricingContext =>
  createPricing({
    ...world,
    ...noPhotos,
    engine,
    random: seeded(3),
    searchSpacing: { real: 0, practice: 0 },
    log: silentLog,
  });

/** Nothing is searched for, so that only the seller's own sales count. */
export const pricingOfOwnSales = (world: ClosetWorld, engine: PricingEngine): PricingContext =>
  create({ ...world, marketplaces: { real: null, practice: null } }, engine);

type Opened = {
  world: ClosetWorld;
  pricing: PricingContext;
  searching: PricingContext;
  userId: string;
};

export function pricingJourney(closet = { listings: 40, sold: 12 }) {
  const engine = openPricingEngine({ log: silentLog });
  let opened: Opened | null = null;
  const now = (): Opened => {
    if (opened === null) throw new Error('The world is not open yet.');
    return opened;
  };

  const arrive = async () => {
    const { world } = now();
    await world.command('POST', 'reset', { seed: 7, ...closet });
    await world.command('DELETE', 'faults');
    const userId = await world.addUser();
    now().userId = userId;
    await world.closet.linkWithPassword(userId, {
      username: 'thrifty_jo',
      password: 'practice-1',
      keepPassword: true,
    });
    await world.listings.sync(userId);
    world.waiting.splice(0);
  };

  beforeAll(async () => {
    const world = await openClosetWorld({ callMs: 20_000 });
    opened = { world, pricing: create(world, engine), searching: create(world, withoutFits), userId: '' };
  });
  afterAll(async () => {
    await engine.close();
    await opened?.world.close();
  });
  beforeEach(arrive);

  const reply = routes.pricing;
  return {
    get world(): ClosetWorld {
      return now().world;
    },
    get pricing(): PricingContext {
      return now().pricing;
    },
    /** The same, with an engine that answers nothing: its studies only search and learn nothing. */
    get searching(): PricingContext {
      return now().searching;
    },
    /** Of the test's own seller. */
    get userId(): string {
      return now().userId;
    },
    /** Pricing of a world, with the same engine, or with what `change` makes of it. */
    pricingOf: (world: ClosetWorld, change = (own: PricingEngine): PricingEngine => own): PricingContext =>
      create(world, change(engine)),
    /** Runs the study job until nothing is left to search for. */
    async study(): Promise<void> {
      const { world, searching, userId } = now();
      do {
        world.waiting.splice(0);
        await studyMarket(searching, userId);
      } while (world.waiting.some(({ name }) => name === 'pricing.study'));
    },
    state: async () => readState(now().pricing, now().userId),
    optimize: async (wish: Parameters<typeof optimizePrices>[2]) =>
      reply.optimize.reply.parse(await optimizePrices(now().pricing, now().userId, wish)),
    analyze: async (id: string) =>
      reply.analyzeListing.reply.parse(await analyzeListing(now().pricing, now().userId, id)),
  };
}
