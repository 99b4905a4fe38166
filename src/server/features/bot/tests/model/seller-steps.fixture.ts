// What a seller does, and what time does, as steps of the model.
import { expect } from 'vitest';
import { standardSettings } from '#domain/bot/bot.ts';
import { Failure } from '#domain/failure.ts';
import { dayBounds, shareDay } from '#domain/time.ts';
import { changeSettings, moveZone } from '../../commands/change-settings.ts';
import { onBrowserAwake, resume } from '../../commands/resume.ts';
import { start, startAgain } from '../../commands/start.ts';
import { pauseFromOutside, stop } from '../../commands/stop.ts';
import { findStartingAgain } from '../../state/store.ts';
import {
  begin,
  command,
  day,
  free,
  halt,
  hasRoom,
  limitNow,
  meet,
  plan,
  roomAgain,
  today,
  unpause,
} from './steps.fixture.ts';

const minute = 60_000;

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Failure) return error.code;
      throw error;
    },
  );

export const startWith = (limit: number) =>
  command(`start(${limit})`, async (model, { context, userId, clock }) => {
    const now = clock.now();
    const expected =
      model.state !== 'stopped' ? 'already_running' : hasRoom(model, limit, now) ? 'done' : 'limit_reached';
    const { resumeDaily: _, ...settings } = standardSettings;
    expect(await codeOf(start(context, userId, { ...settings, dailyShareLimit: limit }))).toBe(expected);
    if (expected !== 'done') return;
    model.ownLimit = limit;
    begin(model, now);
  });

export const stopIt = command('stop', async (model, { context, userId }) => {
  const isIdle = model.state === 'stopped' && model.startsAgainAt === null;
  expect(await codeOf(stop(context, userId))).toBe(isIdle ? 'not_running' : 'done');
  if (isIdle) return;
  if (model.startsAgainAt !== null) meet('a planned start was called off');
  model.startsAgainAt = null;
  model.changes += 1;
  halt(model);
});

/** What every worker does regularly: finds the bots whose start is due, and starts them. */
export const startDue = command('startAgain', async (model, { database, context, userId, clock }) => {
  const now = clock.now();
  const isDue = model.startsAgainAt !== null && model.startsAgainAt <= now;
  expect((await findStartingAgain(database, now, 10_000)).includes(userId)).toBe(isDue);
  // Also tried if it isn't due, because another worker may have been faster or the seller may have canceled it.
  await startAgain(context, userId);
  if (!isDue) return;
  const roomAt = roomAgain(model, now);
  meet(roomAt === null ? 'started again' : 'put off');
  if (roomAt === null) begin(model, now);
  else model.startsAgainAt = roomAt;
});

export const setResumeDaily = (isOn: boolean) =>
  command(`resumeDaily(${isOn})`, async (model, { context, userId, clock }) => {
    await changeSettings(context, userId, { resumeDaily: isOn });
    const isNew = isOn && !model.resumesDaily;
    model.resumesDaily = isOn;
    model.changes += 1;
    model.limit = limitNow(model, clock.now());
    if (model.state === 'waiting') free(model, clock.now());
    plan(model, clock.now(), isNew);
  });

export const resumeIt = command('resume', async (model, { context, userId, clock }) => {
  const now = clock.now();
  const which = today(model, now);
  const tries = model.tries.get(which) ?? 0;
  const isTooOften = model.isCheck && tries >= 3;
  const expected = model.pauseEnds !== 'seller' ? 'not_paused' : isTooOften ? 'human_check_required' : 'done';
  if (expected === 'done' && model.isCheck) {
    model.tries.set(which, tries + 1);
    model.changes += 1;
  }
  expect(await codeOf(resume(context, userId))).toBe(expected);
  if (expected !== 'done') return;
  model.changes += 1;
  unpause(model);
  free(model, now);
});

export const setLimit = (limit: number) =>
  command(`changeSettings(${limit})`, async (model, { context, userId, clock }) => {
    await changeSettings(context, userId, { dailyShareLimit: limit });
    model.ownLimit = limit;
    model.changes += 1;
    model.limit = limitNow(model, clock.now());
    if (model.state === 'waiting') free(model, clock.now());
    plan(model, clock.now(), false);
  });

export const moveTo = (zone: string) =>
  command(`move(${zone})`, async (model, { database, userId, clock }) => {
    await database.transaction(async (tx) => {
      await tx.query('update users set timezone = $2 where id = $1', [userId, zone]);
      await moveZone(tx, userId, clock.now());
    });
    model.zone = zone;
    model.changes += 1;
    model.guardedUntil = Math.max(model.guardedUntil, clock.now() + 2 * day);
    if (model.state === 'waiting') free(model, clock.now());
    plan(model, clock.now(), false);
  });

export const checkFromOutside = command('checkFromOutside', async (model, { context, userId, clock }) => {
  await pauseFromOutside(context, context.database, { userId, failure: { kind: 'human_check', message: 'A check.' } });
  if (model.state === 'stopped' || (model.state === 'paused' && model.pauseEnds === 'seller')) return;
  Object.assign(model, { state: 'paused', pauseEnds: 'seller', isCheck: true, gentleUntil: clock.now() + 7 * day });
  model.limit = limitNow(model, clock.now());
  model.changes += 1;
  free(model, null);
});

/** A paired browser polls, or the closet was linked in another way. */
export const browserBack = command('browserBack', async (model, { context, userId, clock }) => {
  await onBrowserAwake(context, userId);
  if (model.state !== 'waiting_for_browser') return;
  meet('a browser came back');
  model.changes += 1;
  unpause(model);
  free(model, clock.now());
});

export const pass = (ms: number) =>
  command(`pass(${ms / minute} min)`, async (_, { clock }) => {
    await clock.advance(ms);
  });

export const passMidnight = command('pass midnight', async (model, { clock }) => {
  const { endsAt } = dayBounds(shareDay(clock.now(), model.zone), model.zone);
  await clock.advanceTo(endsAt);
});
