// Runs one leg: the shipped programs and their sellers through faults, and the oracle at the end.

import type { Ground, Run } from './faults/ground.ts';
import { countDoubted, judgeAll, quietDown } from './judge-leg.ts';
import type { Leg } from './legs.ts';
import { shortestPause } from './oracle/promises.ts';
import { live, openSellers } from './sellers.ts';
import { strike } from './strikes.ts';
import type { Place } from './world/programs.ts';
import type { Standin } from './world/standin.ts';
import { isMode, openWorld } from './world/world.ts';

export type LegResult = Awaited<ReturnType<typeof runLeg>>;

export async function runLeg(leg: Leg, run: Run) {
  const startedAt = Date.now();
  const world = await openWorld(leg, run.random);
  const { database, places, standin } = world;
  const isTimed = 'minutes' in leg.strikes;
  const ground: Ground = {
    ...world,
    ...run,
    leg,
    sellers: [],
    notes: { stopMs: [], done: {}, failed: {} },
    targets: isTimed ? places : places.filter(({ role }) => role !== 'web'),
    isAlone: 'minutes' in leg.strikes && leg.strikes.only?.length === 1,
    leases: 'leases' in leg.strikes ? leg.strikes.leases : null,
    struckAt: 0,
    isOver: false,
    found: { recoveriesMs: [], most: {} },
  };
  try {
    run.say(`${leg.name}: programs: ${places.length}. Opening ${leg.sellers} sellers…`);
    const origins = places.filter(({ role }) => role !== 'worker').map(({ origin }) => origin);
    await holdParties(standin);
    ground.sellers = await openSellers(leg.sellers, { leg, origins, standin });
    const lives = ground.sellers.map((seller) => live(seller, ground));
    const seen = await strike(ground);
    ground.isOver = true;
    await Promise.all(lives);
    run.say('Waiting until everything is settled…');
    await quietDown(ground);
    const verdict = await judgeAll(ground, seen.moments);
    const sum = (of: (place: Place) => number) => places.reduce((all, place) => all + of(place), 0);
    return {
      ...verdict,
      done: seen.done,
      seconds: Math.round((Date.now() - startedAt) / 1000),
      starts: sum(({ starts }) => starts),
      notes: ground.notes,
      prices: standin.journal.prices.length,
      stops: ground.sellers.reduce((count, { stops }) => count + stops.length, 0),
      shortestPauseMs: shortestPause(standin.journal.accepted),
      slowestResumeMs: seen.slowestResumeMs,
      /** Shares that a promotion made unknown; null without one. */
      doubted: isMode(leg.database) ? await countDoubted(database) : null,
      found: ground.found,
      lostCommits: {
        before: sum((place) => place.database.lost.before),
        after: sum((place) => place.database.lost.after),
      },
      /** Lines that are missing in the logs of programs, because nobody read them. */
      missedLines: sum((place) => place.missedLines()),
      compared: seen.compared,
      violations: [...seen.violations, ...verdict.violations],
    };
  } finally {
    ground.isOver = true;
    await world.close();
  }
}

/** Three at a time all day, one for every listing, so that there are visits between any two rounds. */
async function holdParties({ command }: Standin): Promise<void> {
  const hourMs = 3_600_000;
  const parties = [1, 2, 3].map((hours) => ({
    title: `Party ${hours}`,
    start_at: new Date(Date.now() - hourMs).toISOString(),
    end_at: new Date(Date.now() + 24 * hours * hourMs).toISOString(),
  }));
  await command('parties', { parties });
}
