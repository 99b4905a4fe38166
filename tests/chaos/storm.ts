// Strikes at random moments while sellers use the web processes, and compares the shares with those of a calm time.

import { setTimeout as sleep } from 'node:timers/promises';
import { faults } from './faults/faults.ts';
import type { RunningCount, Scene, Totals } from './leg-run.ts';
import type { Timed } from './legs.ts';

const warmUpMs = 15_000;
/** At most this many faults are at work at once. */
const mostAtOnce = 3;

/** A calm time, and then faults at random moments while sellers use the web processes. */
export async function storm(scene: Scene, strikes: Timed): Promise<Totals> {
  const { say, over } = scene;
  await sleep(warmUpMs);
  say('A calm time, to compare with…');
  const calm = await countRunning(scene, Math.max(60_000, strikes.minutes * 6_000));
  say(`${calm.shares} shares in ${Math.round(calm.seconds)} s. Now the faults…`);
  const striking = strikeRepeatedly(scene, strikes);
  const stormy = await countRunning(scene, strikes.minutes * 60_000);
  over.isOver = true;
  return { done: await striking, slowestResumeMs: 0, compared: { calm, stormy }, violations: [], moments: null };
}

/** Strikes at random moments until the run is over. Resolves when the last fault has healed. */
async function strikeRepeatedly({ ground, say }: Scene, strikes: Timed): Promise<Record<string, number>> {
  const { random, isOver } = ground;
  const { only, everyMs } = strikes;
  const chosen = faults.filter(({ name }) => only === null || only.includes(name));
  const lots = chosen.flatMap((fault) => Array.from({ length: fault.weight }, () => fault));
  const done: Record<string, number> = {};
  const atWork = new Map<Promise<unknown>, string>();
  while (!isOver()) {
    await sleep(Math.min(-Math.log(1 - random()) * everyMs, 3 * everyMs));
    if (isOver() || atWork.size >= mostAtOnce) continue;
    const fault = lots[Math.floor(random() * lots.length)];
    if (fault === undefined || (fault.isOneAtATime && [...atWork.values()].includes(fault.name))) continue;
    const work = fault
      .run(ground)
      .then(
        (struck) => {
          if (struck) done[fault.name] = (done[fault.name] ?? 0) + 1;
        },
        (error: unknown) => say(`${fault.name} could not be done: ${error instanceof Error ? error.message : error}`),
      )
      .finally(() => atWork.delete(work));
    atWork.set(work, fault.name);
    say(`  ${new Date().toISOString().slice(11, 19)} ${fault.name}`);
  }
  await Promise.all(atWork.keys());
  return done;
}

/**
 * Counts shares for `ms`, and for how long bots were to share, so that times with and without faults can be compared. While the
 * database is away, the last number of running bots counts on.
 */
async function countRunning({ world, signal }: Scene, ms: number): Promise<RunningCount> {
  const { database, places, standin } = world;
  const begunAt = performance.now();
  const sharesBefore = standin.journal.accepted.length;
  let [botSeconds, running, mostMb, lookedAt] = [0, 0, 0, begunAt];
  while (performance.now() - begunAt < ms) {
    const { rows } = await database
      .query<{ running: number }>(`select count(*)::int as running from bots where state not in ('stopped', 'paused')`)
      .catch(() => ({ rows: [] }));
    running = rows[0]?.running ?? running;
    await sleep(1_000, undefined, { signal });
    mostMb = Math.max(mostMb, ...places.map((place) => place.memoryMb()));
    const now = performance.now();
    botSeconds += (running * (now - lookedAt)) / 1_000;
    lookedAt = now;
  }
  const seconds = (performance.now() - begunAt) / 1_000;
  return { seconds, shares: standin.journal.accepted.length - sharesBefore, botSeconds, mostMb };
}
