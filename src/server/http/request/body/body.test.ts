import { afterEach, beforeEach, expect, it, test, vi } from 'vitest';
import { discardBody, findFlaw, readJson } from './body.ts';

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
  const read = readJson(request, { most: 12_000_000, leastPerSecond: 20_000, mostValues: 100, pictures: ['image'] });
  const refused = expect(read).rejects.toMatchObject({ code: 'request_timeout' });
  await vi.advanceTimersByTimeAsync(5_100);
  await refused;
  expect(wasCanceled()).toBe(true);
});

it('the rest of a refused body is read for a few seconds, not for as long as it comes', async () => {
  const { request, wasCanceled } = trickle(100);
  const dropped = discardBody(request, 12_000_000);
  await vi.advanceTimersByTimeAsync(5_100);
  expect(await dropped).toBe(false);
  expect(wasCanceled()).toBe(true);
});

/** A request whose body arrives in these chunks. */
const inChunks = (chunks: readonly Uint8Array[]): Request =>
  new Request('http://localhost/api/thing', {
    method: 'POST',
    body: new ReadableStream<Uint8Array>({
      start(stream) {
        for (const chunk of chunks) stream.enqueue(chunk);
        stream.close();
      },
    }),
    headers: { 'content-type': 'application/json' },
    duplex: 'half',
  } as RequestInit);

it('the chunks of a picture are freed as soon as they were read, except in buffers that hold more', async () => {
  const picture = Buffer.alloc(300_000, 'picture');
  const text = Buffer.from(JSON.stringify({ image: `data:image/jpeg;base64,${picture.toString('base64')}` }));
  const alone = Uint8Array.from(text.subarray(0, 200_000));
  const larger = new Uint8Array(text.length);
  larger.set(text.subarray(200_000));
  const shared = larger.subarray(0, text.length - 200_000);
  const read = readJson(inChunks([alone, shared]), {
    most: 12_000_000,
    leastPerSecond: 20_000,
    mostValues: 100,
    pictures: ['image'],
  });
  await vi.runAllTimersAsync();
  const { pictures } = await read;
  expect(Buffer.from(pictures.get('image') ?? []).equals(picture)).toBe(true);
  expect(alone.byteLength).toBe(0);
  expect(larger.byteLength).toBe(text.length);
});

const bounds = { mostValues: 1_000 };
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

test.each([
  ['an ordinary form', null, '{"email":"a","tags":["a","b"],"more":{"email":"b"}}'],
  ['signs inside of texts', null, `{"a":"${'[{,'.repeat(5_000)}","b":"\\"[[\\\\"}`],
  ['64 levels', null, nested(64)],
  ['65 levels', 'too_deep', nested(65)],
  ['levels that never end', 'too_deep', '{"a":'.repeat(100_000)],
  ['1,000 values', null, `[${'1,'.repeat(998)}1]`],
  ['1,002 values', 'too_many', `[${'1,'.repeat(1_001)}1]`],
  ['many small lists', 'too_many', `[${'[],'.repeat(600)}[]]`],
  ['many keys', 'too_many', `{${Array.from({ length: 2_000 }, (_, at) => `"k${at}":1`).join()}}`],
  ['a key twice', 'repeated_key', '{"a":1,"b":{"a":1},"a":2}'],
  ['a key twice, once in other signs', 'repeated_key', '{"a":1,"\\u0061" :2}'],
  ['the same key in two objects', null, '[{"a":1},{"a":1}]'],
  ['the same text twice in a list', null, '["a","a"]'],
  ['a broken text', null, '{"a":1,"\\u00zz":"b'],
  ['a text that never ends', null, `{"a":"${'\\"'.repeat(1_000)}`],
] as const)('%s: the flaw is %s', (_, flaw, text) => {
  expect(findFlaw(text, bounds)).toBe(flaw);
});

it('looks at 6 MB of quotes and backslashes in a moment', () => {
  // Looking back from each sign would take hours.
  const startedAt = performance.now();
  expect(findFlaw(`{"a":"${'\\"'.repeat(3_000_000)}"}`, bounds)).toBeNull();
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});
