import { expect, test } from 'vitest';
import { openProxy, targetOf, through } from '#tests/chaos/world/proxy.ts';
import { freshDatabase } from '#tests/database.ts';
import { openSignals } from './signals.ts';

test('a connection over which nothing comes anymore is replaced, and listeners read what they missed', async () => {
  const fresh = await freshDatabase({ max: 1 });
  const proxy = await openProxy(targetOf(fresh.url), Math.random);
  const lost: string[] = [];
  const signals = openSignals({
    url: through(fresh.url, proxy.port),
    log: { warn: (_, message) => lost.push(message) },
    beatMs: 50,
    // A slower answer counts as a loss, and there must be one. The product waits for five seconds.
    answerMs: 2_000,
    reconnectMs: 50,
  });
  const listening = signals.listen('news');
  // It is heard, and nothing is new.
  await expect.poll(() => listening.next(0), { timeout: 10_000 }).toBe(false);
  // The machine at the other end has died: no connection is closed. A promoted standby takes new ones.
  proxy.swallow();
  proxy.heal();
  await signals.send(fresh.database, 'news');
  await expect.poll(() => lost).toEqual(['Signal connection lost']);
  expect(await listening.next(10_000)).toBe(true);
  await expect.poll(() => listening.next(0), { timeout: 10_000 }).toBe(false);
  await signals.send(fresh.database, 'news');
  expect(await listening.next(10_000)).toBe(true);

  await signals.close();
  await proxy.close();
  await fresh.drop();
});

test('every lost connection is logged with a reason, and so is every try that fails', async () => {
  const fresh = await freshDatabase({ max: 1 });
  const proxy = await openProxy(targetOf(fresh.url), Math.random);
  const reasons: unknown[] = [];
  const address = `127.0.0.1:${proxy.port}`;
  const signals = openSignals({
    url: through(fresh.url, proxy.port).replace(address, `${address},localhost:${proxy.port}`),
    log: { warn: (fields) => reasons.push('error' in fields && fields.error) },
    reconnectMs: 10,
  });
  const listening = signals.listen('news');
  await expect.poll(() => listening.next(0), { timeout: 10_000 }).toBe(false);
  proxy.cut();
  await expect.poll(() => reasons.length, { timeout: 10_000 }).toBeGreaterThan(3);
  expect(reasons.filter((reason) => typeof reason !== 'string' || reason === '')).toEqual([]);

  await signals.close();
  await proxy.close();
  await fresh.drop();
});
