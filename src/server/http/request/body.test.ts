import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { discardBody, readJson } from './body.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Sends a piece of `bytes` bytes each second, and never ends by itself. */
const trickle = (bytes: number) => {
  let wasCanceled = false;
  let timer: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      timer = setInterval(() => stream.enqueue(new Uint8Array(bytes).fill(0x20)), 1000);
    },
    cancel() {
      wasCanceled = true;
      clearInterval(timer);
    },
  });
  const request = new Request('http://localhost/api/thing', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
    duplex: 'half',
  } as RequestInit);
  return { request, wasCanceled: () => wasCanceled };
};

it('a sender that is too slow is refused after a few seconds', async () => {
  const { request, wasCanceled } = trickle(100);
  const read = readJson(request, { most: 12_000_000, leastPerSecond: 20_000, pictures: ['image'] });
  const refused = expect(read).rejects.toMatchObject({ code: 'request_timeout' });
  await vi.advanceTimersByTimeAsync(5_100);
  await refused;
  expect(wasCanceled()).toBe(true);
});

it('a sender that is fast enough may take its time', async () => {
  const { request } = trickle(25_000);
  const read = readJson(request, { most: 500_000, leastPerSecond: 20_000, pictures: [] });
  // It is read to its limit, twenty seconds later.
  const refused = expect(read).rejects.toMatchObject({ code: 'body_too_large' });
  await vi.advanceTimersByTimeAsync(22_000);
  await refused;
});

it('the rest of a refused body is read for a few seconds, not for as long as it comes', async () => {
  const { request, wasCanceled } = trickle(100);
  const dropped = discardBody(request, 12_000_000);
  await vi.advanceTimersByTimeAsync(5_100);
  expect(await dropped).toBe(false);
  expect(wasCanceled()).toBe(true);
});
