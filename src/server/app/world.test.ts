import { expect, it } from 'vitest';
import { createClosing } from './world.ts';

it('closes what was opened last first, and everybody who asks waits for the end', async () => {
  const closed: string[] = [];
  const failures: string[] = [];
  const closing = createClosing({ error: (_, message) => failures.push(message) });
  let letGo = () => {};
  closing.keep({ close: () => void closed.push('first') });
  closing.keep({ stop: () => Promise.reject(new Error('It is stuck.')) });
  closing.keep({ close: () => new Promise<void>((resolve) => (letGo = resolve)) });
  const ended: string[] = [];
  const one = closing.closeAll().then(() => ended.push('one'));
  const other = closing.closeAll().then(() => ended.push('other'));
  expect(closing.hasBegun()).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect([closed, ended]).toEqual([[], []]);
  letGo();
  await Promise.all([one, other]);
  expect([closed, failures, ended]).toEqual([['first'], ['Close failed'], ['one', 'other']]);
});
