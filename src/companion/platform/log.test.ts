import { describe, expect, it } from 'vitest';
import { openLog } from './log.ts';
import { newArea } from './memory.fixture.ts';

describe('the log', () => {
  it('loses no entry if two pages write at once, and brings none back that was cleared meanwhile', async () => {
    const area = newArea();
    const [popup, worker] = [openLog(area, () => 0), openLog(area, () => 0)];
    const events = async () => (await popup.read()).map((entry) => entry.kind === 'event' && entry.event).sort();
    await Promise.all([
      popup.add({ at: 0, kind: 'event', event: 'paused' }),
      worker.add({ at: 0, kind: 'event', event: 'solved' }),
    ]);
    expect(await events()).toEqual(['paused', 'solved']);
    await Promise.all([worker.add({ at: 0, kind: 'event', event: 'resumed' }), popup.clear()]);
    expect(await events()).toEqual(['log_cleared']);
  });

  it('keeps seven days, the newest first', async () => {
    const hour = 3_600_000;
    let now = 0;
    const area = newArea();
    const log = openLog(area, () => now);
    for (let day = 0; day < 10; day += 1) {
      now = day * 24 * hour;
      await log.add({ at: now, kind: 'event', event: 'paused' });
    }
    expect((await log.read()).map(({ at }) => at / (24 * hour))).toEqual([9, 8, 7, 6, 5, 4, 3]);
    // An hour is dropped when all of it is too old.
    expect(Object.keys(area.items)).toHaveLength(8);
    await log.clear();
    expect(await log.read()).toEqual([{ at: now, kind: 'event', event: 'log_cleared' }]);
  });
});
