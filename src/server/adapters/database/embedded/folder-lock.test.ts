import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { embeddedRig } from '#tests/embedded.ts';
import { processLives } from './processes.ts';

const rig = embeddedRig();

describe('with several programs on one folder', () => {
  test('the server stays until the last of them leaves, and a lock that was left is taken over', async () => {
    rig.startedBefore();
    const before = Date.now();
    const first = await rig.start();
    expect(first.aloneAt).toBeGreaterThanOrEqual(before);
    const other = rig.program();
    expect((await other.report).origin).toBe('adopted');
    const third = await rig.start();
    expect(third.aloneAt).toBeNull();
    await third.stop();
    const pid = rig.serverPid;
    await first.stop();
    expect(processLives(pid)).toBe(true);
    other.leave();
    expect([await other.ended, processLives(pid)]).toEqual([0, false]);

    // The lock of a killed program, or one that a power failure cut off, is taken over.
    // Process ids on Linux are never this large.
    const dead = '99999999 6f2c-dead';
    // The removal of the second one was cut off by a kill.
    for (const files of [
      { lock: dead },
      { lock: dead, 'lock.6f2c-dead.dead': '99999998 77-dead' },
      { lock: '4711-88' },
    ]) {
      for (const [name, text] of Object.entries(files)) {
        writeFileSync(join(rig.home, name), text);
        utimesSync(join(rig.home, name), 1_000, 1_000);
      }
      const server = await rig.start();
      expect(server.origin).toBe('started');
      expect(readdirSync(rig.home).filter((name) => name.startsWith('lock'))).toEqual([]);
      await server.stop();
    }
  });

  test('three programs that start at once on a new folder share one server', async () => {
    const three = [rig.program(), rig.program(), rig.program()];
    const reports = await Promise.all(three.map((each) => each.report));
    expect(reports.map((each) => each.origin).sort()).toEqual(['adopted', 'adopted', 'created']);
    const pid = rig.serverPid;
    for (const each of three) each.leave();
    expect(await Promise.all(three.map((each) => each.ended))).toEqual([0, 0, 0]);
    expect(processLives(pid)).toBe(false);
  });
});
