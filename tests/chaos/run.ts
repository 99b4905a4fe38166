// Runs one leg: the shipped programs and their sellers through faults, and the oracle at the end.

import type { Ground } from './faults/ground.ts';
import { countDoubted, judgeAll, quietDown } from './judge-leg.ts';
import type { LegResult, Run, Scene } from './leg-run.ts';
import type { Leg } from './legs.ts';
import { shortestPause } from './oracle/promises.ts';
import { live, openSellers, type SellerNotes } from './sellers.ts';
import { storm } from './storm.ts';
import { strikeInOrder } from './strike-in-order.ts';
import { isMode, openWorld, type World } from './world/world.ts';

/** The mean time between two acts of one busy seller, and between two looks at the bot of another one. */
const actEveryMs = 40_000;
const lookEveryMs = 2_000;

export async function runLeg(leg: Leg, run: Run): Promise<LegResult> {
  const startedAt = Date.now();
  const world = await openWorld(leg, run.random);
  const { database, places, standin } = world;
  const over = { isOver: false };
  const isOver = () => over.isOver;
  try {
    run.say(`${leg.name}: ${places.length} programs run. Opening ${leg.sellers} sellers…`);
    const origins = places.filter(({ role }) => role !== 'worker').map(({ origin }) => origin);
    await holdParties(standin);
    const sellers = await openSellers(leg.sellers, { leg, origins, standin });
    const notes: SellerNotes = { stopMs: [], done: {}, failed: {} };
    const isBusy = 'minutes' in leg.strikes;
    const passCheck = (account: string) => standin.command<void>('human-check', { account, on: false });
    const meanMs = isBusy ? actEveryMs : lookEveryMs;
    const lives = sellers.map((seller) =>
      live(seller, { random: run.random, meanMs, isBusy, notes, isOver, passCheck }),
    );
    const ground: Ground = {
      ...world,
      accounts: sellers.map(({ account }) => account),
      random: run.random,
      isAlone: 'minutes' in leg.strikes && leg.strikes.only?.length === 1,
      leases: 'leases' in leg.strikes ? leg.strikes.leases : null,
      struckAt: 0,
      isOver,
      found: { recoveriesMs: [], most: {} },
    };
    const scene: Scene = { ...run, leg, world, ground, sellers, over };
    const seen = 'minutes' in leg.strikes ? await storm(scene, leg.strikes) : await strikeInOrder(scene, leg.strikes);
    over.isOver = true;
    await Promise.all(lives);
    run.say('Waiting until everything is settled…');
    await quietDown(scene);
    const verdict = await judgeAll(scene, seen.moments);
    const sum = (of: (place: World['places'][number]) => number) => places.reduce((all, place) => all + of(place), 0);
    return {
      ...verdict,
      done: seen.done,
      seconds: Math.round((Date.now() - startedAt) / 1000),
      starts: sum(({ starts }) => starts),
      notes,
      prices: standin.journal.prices.length,
      stops: sellers.reduce((count, { stops }) => count + stops.length, 0),
      shortestPauseMs: shortestPause(standin.journal.accepted),
      slowestResumeMs: seen.slowestResumeMs,
      doubted: isMode(leg.database) ? await countDoubted(database) : null,
      found: ground.found,
      lostCommits: {
        before: sum((place) => place.database.lost.before),
        after: sum((place) => place.database.lost.after),
      },
      missedLines: sum((place) => place.missedLines()),
      compared: seen.compared,
      violations: [...seen.violations, ...verdict.violations],
    };
  } finally {
    over.isOver = true;
    await world.close();
  }
}

/** Three at a time all day, one for every listing, so that there are visits between any two rounds. */
async function holdParties({ command }: World['standin']): Promise<void> {
  const hourMs = 3_600_000;
  const parties = [1, 2, 3].map((hours) => ({
    title: `Party ${hours}`,
    start_at: new Date(Date.now() - hourMs).toISOString(),
    end_at: new Date(Date.now() + 24 * hours * hourMs).toISOString(),
  }));
  await command('parties', { parties });
}
