import { describe, expect, it } from 'vitest';
import type { Concurrency } from '#contract/cost.ts';
import { Failure } from '#domain/failure.ts';
import { answered, newAsker, openRows, photo, type Row, rowOf, rows } from './cost-rows.ts';

type QueuedRow = Row & { concurrency: Concurrency };
const queuedRows = rows.flatMap((row): QueuedRow[] =>
  row.cost.concurrency ? [{ ...row, concurrency: row.cost.concurrency }] : [],
);
/** All rows of a budget share its places. */
const placedBudgets = [...Map.groupBy(queuedRows, ({ cost }) => cost.budget)];

/** Calls stay inside until `letOut`, and rates are so high that only places limit anything. */
const openHolding = () => {
  const { promise: over, resolve: letOut } = Promise.withResolvers<void>();
  let inside = 0;
  const handler = async (): Promise<never> => {
    inside += 1;
    await over;
    throw new Error('answered');
  };
  return { ...openRows({ factor: 1_000_000, handler }), inside: () => inside, letOut };
};

describe('a call that waits in line', () => {
  it.each(placedBudgets)(
    'for %s leaves places to other accounts, and is refused when the line is full',
    async (_, own) => {
      const [first] = own as [QueuedRow];
      const { atOnce, ofAccount, waiting, waitingOfAccount } = first.concurrency;
      const { ask, inside, letOut } = openHolding();
      const { user } = newAsker();
      // Each from another address, because places for photos that arrive also count by address.
      const askAgain = (row: Row) => ask(row, { ...newAsker(), user });
      const coming = Array.from({ length: ofAccount + waitingOfAccount }, () => askAgain(first));
      for (const row of own)
        expect([row.name, await askAgain(row)]).toEqual([
          row.name,
          expect.objectContaining({ status: 429, retryAfter: 5 }),
        ]);
      expect(inside()).toBe(ofAccount);
      for (let n = ofAccount; n < atOnce; n++) coming.push(ask(first, newAsker()));
      await expect.poll(inside).toBe(atOnce);
      for (let n = waitingOfAccount; n < waiting; n++) coming.push(ask(first, newAsker()));
      for (const row of own)
        expect([row.name, await ask(row, newAsker())]).toEqual([
          row.name,
          expect.objectContaining({ status: 503, retryAfter: 5 }),
        ]);
      expect(inside()).toBe(atOnce);
      letOut();
      expect((await Promise.all(coming)).map(({ status }) => status)).toEqual(coming.map(() => answered));
    },
  );
});

describe('a photo that trickles in', () => {
  it('takes no place from others, and its account can send no second one meanwhile', async () => {
    const analyzed: string[] = [];
    let coming = 0;
    const all = openRows({
      onPictures: () => (coming += 1),
      handler: async ({ user }) => {
        analyzed.push(user?.id ?? '');
        throw new Failure('invalid_image', 'Read, and refused.');
      },
    });
    const send = (user: string, body: BodyInit) =>
      all.send(rowOf('pricing.analyzeImage'), { user, peer: `10.9.0.${user.length}` }, body);
    const endings: (() => void)[] = [];
    const trickling = () =>
      new ReadableStream<Uint8Array>({
        start(stream) {
          stream.enqueue(new TextEncoder().encode('{"image":"data:image/png;base64,'));
          endings.push(() => stream.error(new Error('gone')));
        },
      });
    const whole = JSON.stringify({ image: photo });
    const slow = ['a', 'aa', 'aaa', 'aaaa'].map((user) => send(user, trickling()));
    const second = await send('a', whole);
    expect([second.status, await second.json()]).toEqual([
      429,
      expect.objectContaining({ message: expect.stringContaining('other photo') }),
    ]);
    // The photo process starts while a photo arrives, but not for one that is refused.
    expect(coming).toBe(slow.length);
    expect((await send('bystander', whole)).status).toBe(400);
    expect(analyzed).toEqual(['bystander']);
    for (const end of endings) end();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    // The place is free again.
    expect((await send('a', whole)).status).toBe(400);
    expect(analyzed).toEqual(['bystander', 'a']);
  });
});
