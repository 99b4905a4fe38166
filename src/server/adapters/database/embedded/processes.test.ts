import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it, test, vi } from 'vitest';
import { silentLog } from '#tests/database.ts';
import { localProcesses, processIdentity } from './processes.ts';
import { watchServer } from './server.ts';

it.skipIf(process.platform !== 'linux')(
  'a process of this host lives until it is killed, and one of another host always may',
  async () => {
    const processes = localProcesses();
    if (processes === undefined) throw new Error('This is Linux.');
    expect(processes.lives(processes.self)).toBe(true);
    const place = processes.self.slice(0, processes.self.lastIndexOf('/') + 1);

    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const name = processIdentity(child.pid ?? 0);
    expect(processes.lives(place + name)).toBe(true);
    // The same number that started at another moment is another process.
    expect(processes.lives(`${place}${child.pid}-1`)).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(processes.lives(place + name)).toBe(false);
    for (const elsewhere of [`other/host/1/${name}`, name, 'anything'])
      expect(processes.lives(elsewhere), elsewhere).toBe(true);
  },
);

afterEach(() => {
  vi.useRealTimers();
});

test.runIf(process.platform === 'linux')(
  'a server whose process id another program has by now is started again, once',
  async () => {
    vi.useFakeTimers();
    let server = processIdentity(process.pid);
    const restart = vi.fn(async () => {
      server = processIdentity(process.pid);
    });
    const stop = watchServer({ identity: () => server, restart, log: silentLog });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(restart).not.toHaveBeenCalled();
    // The same id, of a process that began at another time.
    server = `${process.pid}-1`;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(restart).toHaveBeenCalledOnce();
    stop();
  },
);
