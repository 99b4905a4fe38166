import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ShareOutcome } from '#domain/bot/backoff.ts';
import { type ShareKind, shareKinds } from '#domain/bot/bot.ts';
import { freshDatabase, type TestDatabase } from '#tests/database.ts';
import { keepPromises } from '../bot-database.fixture.ts';
import { day, met, newModel } from './bot-model.fixture.ts';
import {
  browserBack,
  checkFromOutside,
  moveTo,
  pass,
  passMidnight,
  resumeIt,
  setLimit,
  setResumeDaily,
  startDue,
  startWith,
  stopIt,
} from './seller-steps.fixture.ts';
import { byWorker, type Command, command, newReal, workers } from './steps.fixture.ts';
import {
  browserLost,
  claim,
  close,
  letGo,
  limitReached,
  limitUpdate,
  look,
  loseLease,
  pauseEnd,
  pauseOwn,
  roundEnd,
  roundStart,
  share,
  skip,
  sweep,
} from './worker-steps.fixture.ts';

const minute = 60_000;
const hour = 60 * minute;
const zones = ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12', 'America/New_York'];

let test: TestDatabase;
beforeAll(async () => {
  test = await freshDatabase();
  await keepPromises(test.database);
});
afterAll(async () => {
  await test.drop();
});

/** What a worker does most of the time, so that a sequence contains shares. Random steps alone never would. */
const work = (worker: number, limit: number, outcomes: ShareOutcome[], kind: ShareKind = 'self') =>
  command(`work(${worker}, ${limit}, ${outcomes}, ${kind})`, async (model, real) => {
    const steps = [startWith(limit), claim(worker), look(worker), pauseEnd(worker), roundStart(kind)(worker)];
    for (const { act } of [...steps, ...outcomes.map((outcome) => share(worker, outcome))]) await act(model, real);
  });

/** A worker pauses the bot. In some 80 runs of random steps, one paused it only 7 times. */
const pauseIt = (worker: number, limit: number, waits: boolean) =>
  command(`pauseIt(${worker}, ${limit}, ${waits})`, async (model, real) => {
    for (const { act } of [work(worker, limit, ['shared']), pauseOwn(waits)(worker)]) await act(model, real);
  });

/** The seller's browser goes away in the middle of a round, and something happens before it is back. */
const loseBrowser = (worker: number, limit: number, then: Command[]) =>
  command(`loseBrowser(${worker}, ${limit}, ${then})`, async (model, real) => {
    const before = [stopIt, passMidnight, work(worker, limit, ['shared'])];
    for (const { act } of [...before, browserLost(worker), ...then]) await act(model, real);
  });
const afterLostBrowsers: Command[][] = [
  [],
  [browserBack],
  [setLimit(5), browserBack],
  [moveTo('America/New_York'), browserBack],
  [checkFromOutside, browserBack, resumeIt],
  [stopIt, browserBack],
];

/** A day's limit that is used up, with one share too many, and what follows. Random steps alone rarely lead to a planned start. */
const useUp = (worker: number, limit: number, then: Command[]) =>
  command(`useUp(${worker}, ${limit}, ${then})`, async (model, real) => {
    const shares = Array.from({ length: limit + 1 }, () => 'shared' as const);
    const before = [stopIt, passMidnight, setResumeDaily(true)];
    const steps = [...before, work(worker, limit, shares), limitReached(worker), ...then];
    for (const { act } of steps) await act(model, real);
  });
const afterFullDays: Command[][] = [
  [],
  [passMidnight, startDue],
  [pass(hour), startDue],
  [setResumeDaily(false), passMidnight, startDue],
  [setLimit(6), passMidnight, startDue],
  [moveTo('Etc/GMT+12'), passMidnight, startDue],
  [moveTo('Etc/GMT+12'), moveTo('UTC'), passMidnight, startDue],
  [moveTo('Pacific/Kiritimati'), pass(day), startDue],
  [moveTo('Pacific/Kiritimati'), moveTo('America/New_York'), pass(2 * day), startDue],
  [stopIt],
];

it('the bot does what the model says, whatever sellers and workers do and in whatever order', async () => {
  const limits = fc.integer({ min: 1, max: 6 });
  const outcomes = fc.constantFrom<ShareOutcome>('shared', 'shared', 'refused', 'unknown');
  const someone = fc.constantFrom(...workers);
  const often = <T>(times: number, one: T): T[] => Array.from({ length: times }, () => one);
  const commands = fc.commands(
    [
      ...often(
        8,
        fc
          .tuple(someone, limits, fc.array(outcomes, { maxLength: 4 }), fc.constantFrom(...shareKinds))
          .map((of) => work(...of)),
      ),
      ...often(
        6,
        fc.tuple(someone, outcomes).map((of) => share(...of)),
      ),
      ...often(
        2,
        fc.tuple(someone, limits, fc.boolean()).map((of) => pauseIt(...of)),
      ),
      ...often(
        2,
        fc.tuple(someone, limits, fc.constantFrom(...afterLostBrowsers)).map((of) => loseBrowser(...of)),
      ),
      fc.constant(browserBack),
      byWorker(browserLost),
      ...often(3, byWorker(claim)),
      ...often(2, byWorker(look)),
      ...often(2, fc.constant(resumeIt)),
      ...often(
        3,
        fc.constantFrom(1, 10, 61, 600, 1440).map((minutes) => pass(minutes * minute)),
      ),
      limits.map(startWith),
      fc.constant(stopIt),
      ...often(
        5,
        fc.tuple(someone, limits, fc.constantFrom(...afterFullDays)).map((of) => useUp(...of)),
      ),
      ...often(
        2,
        fc.constantFrom(true, true, false).map((isOn) => setResumeDaily(isOn)),
      ),
      ...often(2, fc.constant(startDue)),
      ...often(2, limits.map(setLimit)),
      fc.constantFrom(...zones).map(moveTo),
      fc.constant(checkFromOutside),
      fc.constant(passMidnight),
      byWorker(letGo),
      byWorker(roundStart()),
      byWorker(roundStart('party')),
      byWorker(roundStart('back')),
      byWorker(roundEnd(true)),
      byWorker(roundEnd(false)),
      byWorker(skip),
      byWorker(pauseOwn(true)),
      byWorker(pauseOwn(false)),
      byWorker(pauseEnd),
      byWorker(limitReached),
      byWorker(limitUpdate),
      byWorker(loseLease),
      byWorker(close),
      byWorker(sweep),
    ],
    { maxCommands: 50, size: 'max' },
  );
  // The same steps each time, because a change must not be refused by chance. Another number is another set of steps.
  const seed = Number(process.env.SEED ?? 28);
  await fc.assert(
    fc.asyncProperty(commands, async (each) => {
      await fc.asyncModelRun(async () => ({ model: newModel(), real: await newReal(test.database) }), each);
    }),
    { seed, numRuns: 25, interruptAfterTimeLimit: 110_000, markInterruptAsFailure: true },
  );
  // Otherwise the sequences never contained what they should test.
  for (const what of [
    'waiting',
    'sharing',
    'paused',
    'reserved',
    'refused at the limit',
    'refused to a worker out of date',
    'a start was planned',
  ])
    expect(met.get(what) ?? 0, `${what}, with the seed ${seed}`).toBeGreaterThan(9);
  for (const what of [
    'a browser was lost',
    'a browser came back',
    'started again',
    'a planned start moved',
    'a planned start was called off',
    'a round of kind party',
    'a round of kind back',
    'refused above the number of its kind',
  ])
    expect(met.get(what) ?? 0, `${what}, with the seed ${seed}`).toBeGreaterThan(0);
}, 120_000);
