// Which calls open sellers' credentials. If a process can't open them, a worker makes the call.

import { Failure } from '#domain/failure.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { answerCalls, type CallHandlers } from '../adapters/worker-calls/answer-calls.ts';
import type { AskWorker } from '../adapters/worker-calls/ask-worker.ts';
import type { Bot } from '../features/bot/bot.ts';
import type { Closet } from '../features/closet/closet.ts';
import type { Listings } from '../features/listings/listings.ts';
import type { Prices } from '../features/listings/prices/prices.ts';
import type { SaleReadings } from '../features/sales/sales.ts';

type Callees = { closet: Closet; listings: Listings; prices: Prices; saleReadings: SaleReadings; bot: Bot };

/** Each takes the seller's id first, and its other arguments and its result survive JSON. */
const callsOfWorkers: { [Noun in keyof Callees]: readonly (keyof Callees[Noun] & string)[] } = {
  closet: [
    'linkPractice',
    'importSession',
    'linkWithPassword',
    'linkBrowser',
    'requestCode',
    'verifyCode',
    'testAuth',
    'runApiTest',
    'search',
    'disconnect',
    'erase',
  ],
  listings: ['sync'],
  prices: ['setPrice', 'updatePrices', 'undoPrices'],
  saleReadings: ['sync'],
  bot: ['resume'],
};

type Call = (userId: string, ...input: unknown[]) => Promise<unknown>;

/**
 * After a call that no worker took, this process doesn't wait for workers before the next calls that it can make alone. Without this,
 * a visitor of the demo waited twice: until it couldn't be linked, and until it was deleted again.
 */
const awayMs = 5_000;

/**
 * The feature with these calls made by a worker. With null, this process makes them itself. `alone` has what this process does
 * instead if no worker took the call, so that nothing was done.
 */
export function throughWorkers(ask: AskWorker | null) {
  let awayAt = Number.NEGATIVE_INFINITY;
  const asking = async (ask: AskWorker, call: Parameters<AskWorker>, ownWay: Call | undefined): Promise<unknown> => {
    const [userId, , input] = call;
    if (ownWay !== undefined && performance.now() - awayAt < awayMs) return ownWay(userId, ...input);
    try {
      const answer = await ask(...call);
      awayAt = Number.NEGATIVE_INFINITY;
      return answer;
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'worker_away') throw error;
      awayAt = performance.now();
      if (ownWay === undefined) throw error;
      return ownWay(userId, ...input);
    }
  };
  return <Noun extends keyof Callees>(
    noun: Noun,
    feature: Callees[Noun],
    alone: Partial<Callees[Noun]> = {},
  ): Callees[Noun] => {
    if (ask === null) return feature;
    const asked = callsOfWorkers[noun].map((name): [string, Call] => [
      name,
      (userId, ...input) => asking(ask, [userId, `${noun}.${name}`, input], alone[name] as Call | undefined),
    ]);
    return { ...feature, ...Object.fromEntries(asked) };
  };
}

/** Answers these calls for web processes, until it is closed. */
export const answerWebProcesses = (
  features: Callees,
  needs: Omit<Parameters<typeof answerCalls>[0], 'handlers'>,
): { close(): Promise<void> } => answerCalls({ ...needs, handlers: handlersOf(features) });

function handlersOf(features: Callees): CallHandlers {
  const nouns = Object.keys(callsOfWorkers) as (keyof Callees)[];
  return new Map(
    nouns.flatMap((noun) => {
      const calls = features[noun] as unknown as Record<string, Call>;
      return callsOfWorkers[noun].flatMap((name) => {
        const call = calls[name];
        return call === undefined ? [] : [[`${noun}.${name}`, call] as const];
      });
    }),
  );
}

/** The sync of a process that can't make it, while no worker runs: it is queued. */
export const syncLater =
  (queue: Queue): Listings['sync'] =>
  async (userId) => {
    await queue.put('listings.sync', { userId }, { key: userId });
    throw new Failure(
      'worker_away',
      'Part of Hangtag isn’t running. Your closet will sync on its own when it’s back. If that takes long, tell your administrator that the worker is down.',
    );
  };
