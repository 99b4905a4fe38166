import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readJson } from './body.ts';
import { createUploads } from './uploads.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(0);

const second = 1_000;

/** Uploads with room for 50 bytes of each body, and what became of the parts that they hold. */
const uploadsOf = (ofEach = 50) => {
  const uploads = createUploads({ ofEach });
  return (name: string, client = name) => {
    const upload = uploads.begin({ account: name, client });
    const outcomes: string[] = [];
    let hasGivenUp = false;
    upload.givenUp.catch(() => {
      hasGivenUp = true;
    });
    const arrive = (bytes: number) => {
      const own = outcomes.push('waits') - 1;
      Promise.resolve(upload.hold(bytes)).then(
        () => outcomes.splice(own, 1, 'proceeds'),
        (error: Error) => outcomes.splice(own, 1, error.message),
      );
    };
    return { ...upload, arrive, outcome: () => (hasGivenUp ? 'gives up' : outcomes.at(-1)) };
  };
};
type Taken = ReturnType<ReturnType<typeof uploadsOf>>;
const outcomesOf = async (...taken: Taken[]) => {
  await settled();
  return taken.map((one) => one.outcome());
};
/** Large bodies that arrive one after the other. */
const largeOnes = async (take: (name: string) => Taken, names: string): Promise<Taken[]> => {
  const taken = [...names].map((name) => take(name));
  for (const one of taken) {
    one.arrive(60);
    await settled();
  }
  return taken;
};

it('three large bodies are read on at a time, and the others stay with their senders', async () => {
  const bodies = await largeOnes(uploadsOf(), 'abcde');
  expect(await outcomesOf(...bodies)).toEqual(['proceeds', 'proceeds', 'proceeds', 'waits', 'waits']);
  // Those that have their turn keep it.
  for (const one of bodies.slice(0, 3)) one.arrive(1_000);
  expect(await outcomesOf(...bodies)).toEqual(['proceeds', 'proceeds', 'proceeds', 'waits', 'waits']);
});

it('the rest of a body of usual size is read at once, however many large ones wait', async () => {
  const take = uploadsOf();
  await largeOnes(take, 'abcdefgh');
  const usual = take('usual');
  for (const bytes of [30, 19]) {
    usual.arrive(bytes);
    expect(await outcomesOf(usual)).toEqual(['proceeds']);
  }
});

it('the newest of those that wait proceeds first, and always one of the oldest beside it', async () => {
  const bodies = await largeOnes(uploadsOf(), 'abcdefg');
  const [a, , c] = bodies;
  const outcomes = async () => (await outcomesOf(...bodies)).slice(3);
  a?.leave();
  expect(await outcomes()).toEqual(['waits', 'waits', 'waits', 'proceeds']);
  // It had waited, if not for long: the next oldest takes its turn.
  c?.leave();
  expect(await outcomes()).toEqual(['proceeds', 'waits', 'waits', 'proceeds']);
});

it('a whole body keeps its turn until it is analyzed', async () => {
  const bodies = await largeOnes(uploadsOf(), 'abcd');
  for (const one of bodies.slice(0, 3)) one.complete();
  expect((await outcomesOf(...bodies)).at(-1)).toBe('waits');
  bodies[1]?.leave();
  expect((await outcomesOf(...bodies)).at(-1)).toBe('proceeds');
});

it('one client has one turn at a time', async () => {
  const take = uploadsOf();
  const [first, next, other] = [take('a', 'home'), take('b', 'home'), take('c', 'elsewhere')];
  for (const one of [first, next, other]) one.arrive(60);
  expect(await outcomesOf(first, next, other)).toEqual(['proceeds', 'waits', 'proceeds']);
  first.leave();
  expect(await outcomesOf(next)).toEqual(['proceeds']);
});

it('a body that leaves while it waits keeps nobody waiting', async () => {
  const bodies = await largeOnes(uploadsOf(), 'abcde');
  bodies[4]?.leave();
  bodies[0]?.leave();
  expect((await outcomesOf(...bodies))[3]).toBe('proceeds');
});

it('a body that gets no turn for two minutes is refused, and may come again', async () => {
  const take = uploadsOf();
  const bodies = await largeOnes(take, 'abc');
  for (const one of bodies) one.complete();
  const last = take('d');
  last.arrive(60);
  await vi.advanceTimersByTimeAsync(119 * second);
  expect(last.outcome()).toBe('waits');
  await vi.advanceTimersByTimeAsync(second);
  expect(last.outcome()).toMatch(/^Too many photos are being analyzed right now/);
  last.leave();
  expect(() => take('d')).not.toThrow();
});

it('a sender that is too slow during its turn loses it within 1.25 s while others wait, and only then', async () => {
  const take = uploadsOf();
  const [slow, fast, whole] = await largeOnes(take, 'abc');
  const usual = take('usual');
  whole?.complete();
  // Nobody waits, so nobody has to be fast.
  await vi.advanceTimersByTimeAsync(60 * second);
  const last = take('d');
  last.arrive(60);
  for (let at = 0; at < 5; at++) {
    for (const one of [slow, usual]) one?.arrive(1);
    fast?.arrive(25_000);
    expect(await outcomesOf(slow as Taken, last)).toEqual(['proceeds', 'waits']);
    await vi.advanceTimersByTimeAsync(250);
  }
  expect([slow, fast, whole, usual].map((one) => one?.outcome())).toEqual([
    'gives up',
    'proceeds',
    'proceeds',
    'proceeds',
  ]);
  slow?.leave();
  expect(await outcomesOf(last)).toEqual(['proceeds']);
});

it('a large body that comes while slow ones have all turns and others wait gets a turn within 1.25 s', async () => {
  const take = uploadsOf();
  const attackers = await largeOnes(take, 'abcdefgh');
  // However much they send before they become slow.
  for (const one of attackers) {
    one.givenUp.catch(() => one.leave());
    one.arrive(5_000_000);
  }
  const bystander = take('bystander');
  bystander.arrive(60);
  await vi.advanceTimersByTimeAsync(1_250);
  expect(bystander.outcome()).toBe('proceeds');
});

it('once there are as many as there may be, a new body replaces that of the slowest sender, and none that keeps up', async () => {
  const take = uploadsOf();
  const bodies = Array.from({ length: 24 }, (_, at) => take(`body ${at}`));
  for (const one of bodies) one.givenUp.catch(() => one.leave());
  const [slow, slower, ...others] = bodies;
  const busy = /^Too many photos are being analyzed right now/;
  // Nobody is slow within the first second.
  expect(() => take('new')).toThrow(busy);
  await vi.advanceTimersByTimeAsync(500);
  slow?.arrive(40);
  await vi.advanceTimersByTimeAsync(1_000);
  for (const one of others) one.complete();
  take('new');
  expect(await outcomesOf(slower as Taken, slow as Taken)).toEqual(['gives up', 'proceeds']);
  take('newer');
  expect(await outcomesOf(slow as Taken)).toEqual(['gives up']);
  expect(() => take('newest')).toThrow(busy);
});

it('a body waits for room at its sender, whose time does not run meanwhile', async () => {
  const uploads = createUploads({ ofEach: 50_000 });
  const others = ['x', 'y', 'z'].map((name) => uploads.begin({ account: name, client: name }));
  for (const one of others) {
    void one.hold(50_000);
    one.complete();
  }
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
  const upload = uploads.begin({ account: 'b', client: 'b' });
  const read = readJson(request, {
    most: 12_000_000,
    leastPerSecond: 20_000,
    mostValues: 100,
    pictures: ['image'],
    upload,
  });
  await vi.advanceTimersByTimeAsync(25_000);
  expect(sent).toBeLessThan(3);
  others[0]?.leave();
  await vi.advanceTimersByTimeAsync(1);
  expect((await read).pictures.get('image')?.length).toBe(300_000);
});
