// Collects the seller's data for one of the tables to download.

import { useMutation } from '@tanstack/react-query';
import type { ActivityEntry } from '#contract/activity.ts';
import { ApiFailure } from '#contract/failure.ts';
import { pause } from '#web/lib/pause.ts';
import { api } from '#web/lib/server/api.ts';
import { activityTable, listingsTable, pricesTable, type Table } from './tables.ts';

/** If the server does not say how long to wait. */
const retryMs = 5000;
/** The largest page of the log that one request can return. */
const entriesAtOnce = 500;

/** Five weeks of 10,000 shares a day are 700 pages, more than the server answers in a minute. */
const readPage = async (before: string | undefined): Promise<ActivityEntry[]> => {
  for (;;) {
    try {
      return await api.activity.list({ query: { limit: entriesAtOnce, ...(before && { before }) } });
    } catch (error) {
      if (!(error instanceof ApiFailure && error.status === 429)) throw error;
      await pause(error.retryAfterMs ?? retryMs);
    }
  }
};

const readActivity = async (): Promise<ActivityEntry[]> => {
  const all: ActivityEntry[] = [];
  for (let before: string | undefined; ; before = all.at(-1)?.id) {
    const page = await readPage(before);
    all.push(...page);
    if (page.length < entriesAtOnce) return all;
  }
};

const collectTable: Record<'listings' | 'activity' | 'prices', () => Promise<Table>> = {
  listings: async () => listingsTable(await api.listings.list()),
  activity: async () => activityTable(await readActivity()),
  prices: async () => pricesTable(await api.account.export()),
};

export const useTable = () => useMutation({ mutationFn: (name: keyof typeof collectTable) => collectTable[name]() });
