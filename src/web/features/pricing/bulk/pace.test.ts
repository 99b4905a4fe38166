import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

it('calls are made at once up to the most, and then as earlier ones leave the window', () => {
  const { take } = createPace({ most: 2, withinMs: 1000 });
  expect([take(0), take(300), take(400), take(999)]).toEqual([0, 0, 600, 1]);
  expect([take(1000), take(1100), take(1300)]).toEqual([0, 200, 0]);
});
