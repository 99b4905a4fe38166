import { expect, it } from 'vitest';
import { Failure } from '#domain/failure.ts';
import type { Closet } from '../features/closet/closet.ts';
import { throughWorkers } from './worker-calls.ts';

it('a call that this process can make alone waits for no worker if a call found none a moment ago', async () => {
  const asked: string[] = [];
  const alone: string[] = [];
  let isAway = true;
  const through = throughWorkers(async (_, name) => {
    asked.push(name);
    if (isAway) throw new Failure('worker_away', 'No worker runs.');
    return { handle: 'maya' };
  });
  const closet = through('closet', {} as Closet, { erase: async (userId) => void alone.push(userId) });
  // A demo that can't be linked is deleted again.
  await expect(closet.linkPractice('7')).rejects.toMatchObject({ code: 'worker_away' });
  await closet.erase('7');
  expect([asked, alone]).toEqual([['closet.linkPractice'], ['7']]);
  // Only a worker can make this one, so it is asked each time.
  await expect(closet.linkPractice('8')).rejects.toMatchObject({ code: 'worker_away' });
  isAway = false;
  await closet.linkPractice('8');
  await closet.erase('8');
  expect([asked.at(-1), alone]).toEqual(['closet.erase', ['7']]);
});
