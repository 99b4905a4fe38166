import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { play } from '../scripted-connection.fixture.ts';
import { fullPost, linkedSession, type Reply } from '../scripted-marketplace.fixture.ts';

const id = '68a0c1d2e3f405162738495a';
const share = `PUT /vm-rest/users/self/shared_posts/${id}`;
const post = `GET /vm-rest/posts/${id}`;

/** The long leg: `ANSWERS=10000 npx vitest run` with this file. */
const answers = Number(process.env.ANSWERS ?? 150);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** What is kept, without what could be freed. */
const heapMb = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
};

describe('calls of one account', () => {
  it('run one after another, and those of two accounts at the same time', async () => {
    let running = 0;
    let most = 0;
    const arrived = Promise.withResolvers<void>();
    const replyTo = (response: { end(text: string): unknown }) => {
      running -= 1;
      response.end('{}');
    };
    const slow: Reply = {
      raw(response) {
        running += 1;
        most = Math.max(most, running);
        setTimeout(() => replyTo(response), 10);
      },
    };
    /** Answers none before two have arrived. */
    const together: Reply = {
      raw(response) {
        running += 1;
        if (running === 2) arrived.resolve();
        void arrived.promise.then(() => replyTo(response));
      },
    };
    let reply = slow;
    const { market, account } = await play({ [share]: () => reply });
    const twin = market.account(linkedSession());
    await Promise.all([account.share(id), account.share(id), twin.share(id), account.share(id)]);
    expect(most).toBe(1);
    reply = together;
    const other = market.account({ ...linkedSession(), userId: 'someone-else' });
    const shared = await Promise.all([account.share(id), other.share(id)]);
    expect(shared.map(({ kind }) => kind)).toEqual(['ok', 'ok']);

    // A browser that says that it is this seller, and never answers.
    const never = { sellerId: '7', carry: () => new Promise<never>(() => {}) };
    void market.account(linkedSession(), never).share(id);
    reply = { text: '{}' };
    expect(await account.share(id)).toMatchObject({ kind: 'ok' });
  });

  it('read 8 MiB and not a byte more', async () => {
    const large = (size: number): Reply => ({ text: JSON.stringify({ id, title: 'x'.repeat(size) }) });
    const { account } = await play({ [post]: [large(8 * 1024 * 1024 - 100), large(8 * 1024 * 1024)] });
    expect(await account.listing(id)).toMatchObject({ kind: 'ok' });
    expect(await account.listing(id)).toMatchObject({ kind: 'protocol_changed' });
  });

  it(
    'survive any answer, and count only a JSON object without an error as a confirmed share',
    async () => {
      let reply: Reply = {};
      const { account } = await play({ [share]: () => reply, [post]: { json: fullPost() } });
      const anyReply = fc.record({
        status: fc.constantFrom(200, 200, 200, 201, 302, 400, 403, 404, 429, 500, 503),
        text: fc.oneof(
          fc.string(),
          fc.json(),
          fc.constantFrom('{}', '{"error":null}', '{"error":{}}', '[]', 'false', '{"success":false}'),
        ),
      });
      const before = heapMb();
      await fc.assert(
        fc.asyncProperty(anyReply, async (given) => {
          reply = given;
          const result = await account.share(id);
          if (result.kind !== 'ok') return;
          const json = JSON.parse(given.text);
          expect([given.status, typeof json, Array.isArray(json), Boolean(json.error)]).toEqual([
            200,
            'object',
            false,
            false,
          ]);
        }),
        { numRuns: answers },
      );
      expect(heapMb() - before).toBeLessThan(20);
    },
    100 * answers,
  );
});
