import { afterEach, expect, test, vi } from 'vitest';
import { silentLog } from '#tests/database.ts';
import { processIdentity } from './processes.ts';
import { watchServer } from './server.ts';

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
