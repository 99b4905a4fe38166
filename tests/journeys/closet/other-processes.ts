// Closet, listings, and prices as other processes of the same installation run them, over connections of their own.

import type { HoldReader } from '#domain/bot/hold.ts';
import type { Notice } from '#domain/notices.ts';
import type { Database } from '#domain/ports/database.ts';
import type { MarketAccount, MarketFailure, MarketListing, Marketplace } from '#domain/ports/marketplace.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { Activity } from '#server/features/activity/activity.ts';
import { type Closet, createCloset } from '#server/features/closet/closet.ts';
import { createListings } from '#server/features/listings/listings.ts';
import { createMoney } from '#server/features/listings/money/write-money.ts';
import type { ListingsNeeds } from '#server/features/listings/needs/needs.ts';
import { createPrices } from '#server/features/listings/prices/prices.ts';

/** Listings without a bot and without devices. */
export const alone = {
  notifyDevices: async () => {},
  onMarketFailure: async () => {},
  meanPauseMs: 2_000,
} satisfies Partial<ListingsNeeds>;

type ClosetTools = Parameters<typeof createCloset>[0];
type Base = Pick<ClosetTools, 'database' | 'clock' | 'vault'> & { queue: Queue; activity: Activity };

/** A marketplace whose closet pages pass through `onRead`. */
export const withClosetRead = (
  marketplace: Marketplace,
  onRead: (listings: MarketListing[]) => Promise<MarketListing[]>,
): Marketplace => ({
  ...marketplace,
  account(session) {
    const account = marketplace.account(session);
    const whole = account.closet.bind(account);
    const closet: MarketAccount['closet'] = async (filter, beforeNext) => {
      const read = await whole(filter, beforeNext);
      return read.kind === 'ok' ? { ...read, value: await onRead(read.value) } : read;
    };
    return Object.assign(account, { closet });
  },
});

/** Price changes without the pauses between writes, and what they reported to others. */
export function pricesForTests({ clock, queue, activity }: Pick<Base, 'clock' | 'queue' | 'activity'>) {
  const notices: ({ userId: string } & Notice)[] = [];
  const troubles: { userId: string; kind: MarketFailure['kind'] }[] = [];
  const makePrices = (tools: Pick<ListingsNeeds, 'database' | 'hold'> & { closet: Closet; meanPauseMs?: number }) =>
    createPrices({
      meanPauseMs: 2_000,
      ...tools,
      money: createMoney({ ...tools, clock }),
      clock,
      queue,
      activity,
      onMarketFailure: async (_, userId, { kind }) => {
        troubles.push({ userId, kind });
      },
      notifyDevices: async (_, userId, notice) => void notices.push({ userId, ...notice }),
      writeSpacingMs: 0,
      retryMs: [0, 0],
    });
  return { makePrices, notices, troubles };
}

export function otherProcesses({
  connect,
  makePrices,
  ...base
}: Base & { connect: () => Marketplace; makePrices: ReturnType<typeof pricesForTests>['makePrices'] }) {
  const connections: Marketplace[] = [];
  const open = (): Marketplace => {
    const connection = connect();
    connections.push(connection);
    return connection;
  };
  const closetWith = (practice: Marketplace, database: Database) =>
    createCloset({
      ...base,
      database,
      limit: async () => {},
      marketplaces: { practice, real: null },
      practiceAdmin: null,
      onDisconnect: async () => {},
    });
  return {
    /** Prices in another process: the same database and marketplace over other connections. Without `meanPauseMs`, it is the usual one. */
    otherProcess: (database: Database, more: { hold?: HoldReader; meanPauseMs?: number } = {}) =>
      makePrices({ database, closet: closetWith(open(), database), ...more }),

    /** Closet and listings in another process. `afterRead` runs after a closet was read and before anything is stored. */
    otherCloset({ afterRead = async () => {} }: { afterRead?: () => Promise<void> } = {}) {
      const slow = withClosetRead(open(), async (listings) => {
        await afterRead();
        return listings;
      });
      const closet = closetWith(slow, base.database);
      return { closet, listings: createListings({ ...alone, ...base, closet, spacingMs: 0 }) };
    },

    async close(): Promise<void> {
      for (const connection of connections) await connection.close();
    },
  };
}
