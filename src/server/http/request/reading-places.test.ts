import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readJson } from './body.ts';
import { createReadingPlaces } from './reading-places.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(0);

/** A place, with what became of the parts that it holds. */
const placesOf = (room: number) => {
  const places = createReadingPlaces({ room });
  return (name: string) => {
    const place = places.take({ account: name, client: name });
    const outcomes: string[] = [];
    const arrive = (bytes: number) => {
      outcomes.push('waits');
      Promise.resolve(place.hold(bytes)).then(
        () => outcomes.splice(-1, 1, 'goes on'),
        (error: Error) => outcomes.splice(-1, 1, error.message),
      );
    };
    return { ...place, arrive, outcome: () => outcomes.at(-1) };
  };
};

it('pictures beyond the room stay with their senders, except the oldest, until others are analyzed', async () => {
  const take = placesOf(100);
  const [first, second, third] = [take('a'), take('b'), take('c')];
  first.arrive(40);
  second.arrive(50);
  await settled();
  expect([first.outcome(), second.outcome()]).toEqual(['goes on', 'goes on']);
  for (const each of [third, second, first]) each.arrive(10);
  await settled();
  expect([first.outcome(), second.outcome(), third.outcome()]).toEqual(['goes on', 'waits', 'waits']);
  // The first has arrived, so the second is now the oldest that is still arriving.
  first.complete();
  await settled();
  expect([second.outcome(), third.outcome()]).toEqual(['goes on', 'waits']);
  first.leave();
  await settled();
  expect(third.outcome()).toBe('goes on');
});

it('while three whole pictures wait for their analysis, not even the oldest of the others goes on', async () => {
  const take = placesOf(100);
  const [first, second, third, last] = [take('a'), take('b'), take('c'), take('d')];
  for (const each of [first, second, third]) {
    each.arrive(40);
    await settled();
    expect(each.outcome()).toBe('goes on');
    each.complete();
  }
  last.arrive(1);
  await settled();
  expect(last.outcome()).toBe('waits');
  // The room is still full, but only two are whole now.
  second.leave();
  take('e').arrive(30);
  await settled();
  expect(last.outcome()).toBe('goes on');
});

it('a whole picture that was given back keeps nobody waiting', async () => {
  const take = placesOf(100);
  for (const name of ['a', 'b', 'c']) {
    const refused = take(name);
    refused.complete();
    refused.leave();
  }
  const [first, second] = [take('d'), take('e')];
  second.arrive(100);
  first.arrive(1);
  await settled();
  expect([first.outcome(), second.outcome()]).toEqual(['goes on', 'waits']);
});

it('a place that is given back while it waits frees what it holds', async () => {
  const take = placesOf(100);
  const [first, second, third] = [take('a'), take('b'), take('c')];
  first.arrive(60);
  second.arrive(60);
  third.arrive(1);
  await settled();
  expect([second.outcome(), third.outcome()]).toEqual(['waits', 'waits']);
  second.leave();
  await settled();
  expect(third.outcome()).toBe('goes on');
});

it('a picture that finds no room for two minutes is refused, and may come again', async () => {
  const take = placesOf(100);
  const [first, second] = [take('a'), take('b')];
  first.arrive(100);
  second.arrive(1);
  await vi.advanceTimersByTimeAsync(119_000);
  expect(second.outcome()).toBe('waits');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(second.outcome()).toMatch(/^Too many photos are being analyzed right now/);
  second.leave();
  expect(() => take('b')).not.toThrow();
});

it('a sender that holds room and goes on too slowly gives it up while others wait, and they keep theirs', async () => {
  const take = placesOf(1_000_000);
  const [slow, fast, last] = [take('a'), take('b'), take('c')];
  const given: string[] = [];
  for (const [name, { givenUp }] of Object.entries({ slow, fast, last })) givenUp.catch(() => given.push(name));
  slow.arrive(900_000);
  // Nobody waits, so nobody has to be fast.
  await vi.advanceTimersByTimeAsync(60_000);
  fast.arrive(50_000);
  await settled();
  last.arrive(60_000);
  fast.arrive(1);
  for (let second = 0; second < 7; second++) {
    slow.arrive(20_000);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect([given, fast.outcome(), last.outcome()]).toEqual([['slow'], 'waits', 'waits']);
  slow.leave();
  await settled();
  expect([fast.outcome(), last.outcome()]).toEqual(['goes on', 'goes on']);
});

it('a body waits for room at its sender, whose time does not run meanwhile', async () => {
  const places = createReadingPlaces({ room: 100_000 });
  const other = places.take({ account: 'a', client: 'a' });
  void other.hold(100_000);
  let sent = 0;
  const part = new TextEncoder().encode(`{"image":"data:image/png;base64,${'A'.repeat(40_000)}`);
  const body = new ReadableStream<Uint8Array>(
    {
      pull(stream) {
        sent += 1;
        if (sent <= 10) stream.enqueue(sent === 1 ? part : new Uint8Array(40_000).fill(0x41));
        else if (sent === 11) stream.enqueue(new TextEncoder().encode('"}'));
        else stream.close();
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request('http://localhost/api/thing', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
    duplex: 'half',
  } as RequestInit);
  const place = places.take({ account: 'b', client: 'b' });
  const read = readJson(request, { most: 12_000_000, leastPerSecond: 20_000, pictures: ['image'], place });
  await vi.advanceTimersByTimeAsync(25_000);
  expect(sent).toBeLessThan(3);
  other.leave();
  await vi.advanceTimersByTimeAsync(1);
  expect((await read).pictures.get('image')?.length).toBe(300_000);
});
