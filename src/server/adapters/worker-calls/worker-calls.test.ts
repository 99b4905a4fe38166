import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '#domain/failure.ts';
import { type Database, DatabaseAway } from '#domain/ports/database.ts';
import { addUser, freshDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { openSignals } from '../database/signals.ts';
import { webKeyOf } from '../vault/key-ring.ts';
import { loadSecretKeys } from '../vault/secret-key.ts';
import { type KeyVault, openVault, openWebVault } from '../vault/vault.ts';
import { answerCalls } from './answer-calls.ts';
import { type AskWorker, answerTopic, type CallTimes, createAskWorker } from './ask-worker.ts';
import { dropOldCalls, putCall } from './store.ts';

let test: TestDatabase;
let userId = '';
let vaults: { worker: KeyVault; web: KeyVault };
const opened: { close(): unknown }[] = [];
beforeAll(async () => {
  test = await freshDatabase({ max: 20 });
  const { database } = test;
  userId = await addUser(database);
  const { keys } = loadSecretKeys({ secretKey: 'ab'.repeat(32), dataDir: '/nowhere' });
  vaults = {
    worker: await openVault({ database, keys }),
    web: await openWebVault({ database, keys: [webKeyOf(keys[0])] }),
  };
});
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
  await test.database.query('delete from worker_calls');
});
afterAll(() => test?.drop());

const keep = <T extends { close(): unknown }>(one: T): T => {
  opened.push(one);
  return one;
};
const times: CallTimes = { claimMs: 5_000, leaseMs: 5_000, closeMs: 100 };
/** A web process of its own. */
const webProcess = (): AskWorker =>
  createAskWorker({
    database: test.database,
    signals: keep(openSignals({ url: test.url, log: silentLog })),
    seal: vaults.web.sealForWorkers,
    times,
  });
type Calls = Record<string, (userId: string, ...input: never[]) => Promise<unknown>>;
/** A worker of its own. */
const worker = (
  calls: Calls,
  { database = test.database, ...more }: Partial<CallTimes> & { database?: Database } = {},
) =>
  keep(
    answerCalls({
      database,
      signals: keep(openSignals({ url: test.url, log: silentLog })),
      handlers: new Map(Object.entries(calls)),
      open: vaults.worker.openAsWorker,
      log: silentLog,
      times: { ...times, ...more },
    }),
  );
/** As if no worker had taken the call in its time. The web process looks again. */
const endClaimTime = async (id: string): Promise<void> => {
  const signals = keep(openSignals({ url: test.url, log: silentLog }));
  await test.database.transaction(async (tx) => {
    await tx.query('update worker_calls set claim_until = clock_timestamp() where id = $1', [id]);
    await signals.send(tx, answerTopic(id));
  });
};
const stored = async () => (await test.database.query('select * from worker_calls')).rows;
const sayings: Calls = {
  echo: async (user: string, ...input: unknown[]) => ({ user, input }),
  nothing: async () => undefined,
  refuse: async () => {
    throw new Failure('code_rejected', 'That code is wrong.', { fields: { code: 'Wrong.' }, retryAfterMs: 2_000 });
  },
  refuseAtOnce: async () => {
    throw new Failure('session_rejected', 'There is no session in it.', { isFree: true });
  },
  fail: async () => {
    throw new Error('the password was hunter2');
  },
};
/** A call that is done when it is let go. */
function heldCall() {
  const [hold, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = async () => {
    begun.resolve();
    await hold.promise;
    return 'done';
  };
  return { slow, begun: begun.promise, letGo: hold.resolve };
}
describe('a call through the database', () => {
  it('gets the worker’s result, or what the worker threw', async () => {
    worker(sayings);
    const ask = webProcess();
    expect(await ask(userId, 'echo', ['nul \u0000 and “quotes”', { keepPassword: false }])).toEqual({
      user: userId,
      input: ['nul \u0000 and “quotes”', { keepPassword: false }],
    });
    expect(await ask(userId, 'nothing', [])).toBeUndefined();
    await expect(ask(userId, 'refuse', [])).rejects.toMatchObject({
      name: 'Failure',
      code: 'code_rejected',
      message: 'That code is wrong.',
      fields: { code: 'Wrong.' },
      retryAfterMs: 2_000,
      isFree: false,
    });
    // Not counted against the seller's budget.
    await expect(ask(userId, 'refuseAtOnce', [])).rejects.toMatchObject({ code: 'session_rejected', isFree: true });
    const crash = await ask(userId, 'fail', []).catch((error: unknown) => error);
    expect(crash).toBeInstanceOf(Error);
    expect(crash).not.toBeInstanceOf(Failure);
    expect(await stored()).toEqual([]);
  });

  it('is made once, however many workers there are, and none of them keeps its input', async () => {
    let made = 0;
    const { slow, letGo } = heldCall();
    const calls: Calls = {
      echo: async (_: string, password: string) => {
        made += 1;
        await slow();
        return password.length;
      },
    };
    for (let index = 0; index < 3; index++) worker(calls);
    const [one, other] = [webProcess(), webProcess()];
    const asked = [one, other, one, other].map((ask) => ask(userId, 'echo', ['hunter2 is secret']));
    await expect.poll(() => made).toBe(4);
    const rows = await stored();
    expect(rows.map(({ input }) => input)).toEqual([null, null, null, null]);
    letGo();
    expect(await Promise.all(asked)).toEqual([17, 17, 17, 17]);
    expect(made).toBe(4);
  });

  it('is sealed until a worker takes it, and is not done if none does', async () => {
    const asked = webProcess()(userId, 'echo', ['hunter2']);
    asked.catch(() => {});
    await expect.poll(stored).toHaveLength(1);
    const [row] = await stored();
    expect(JSON.stringify(row)).not.toContain('hunter2');
    expect(() => vaults.web.openAsWorker(`worker_calls.input|${row?.id}|${userId}|echo`, String(row?.input))).toThrow(
      'only a web key',
    );
    await endClaimTime(String(row?.id));
    await expect(asked).rejects.toMatchObject({ code: 'worker_away' });
    let made = 0;
    worker({ echo: async () => void made++ });
    expect(await webProcess()(userId, 'echo', ['a later call'])).toBeUndefined();
    expect([made, await stored()]).toEqual([1, []]);
  });

  it('waits for a worker that knows it', async () => {
    worker({ other: async () => 'other' });
    const asked = webProcess()(userId, 'echo', []);
    await expect.poll(stored).toHaveLength(1);
    worker({ echo: async () => 'done' });
    expect(await asked).toBe('done');
  });

  it('that was moved to another seller is not made', async () => {
    const { database } = test;
    const input = vaults.web.sealForWorkers(`worker_calls.input|${crypto.randomUUID()}|${userId}|echo`, '[]');
    const id = crypto.randomUUID();
    await putCall(database, { id, userId, name: 'echo', input, claimMs: 60_000 });
    let made = 0;
    worker({ echo: async () => void made++ });
    await expect.poll(async () => (await stored())[0]?.answer).toEqual({ kind: 'broken' });
    expect(made).toBe(0);
  });

  it('that found no database says so, and whether it may be done', async () => {
    worker({
      echo: async () => {
        throw new DatabaseAway(new Error('the database is starting'), { mayBeDone: true });
      },
    });
    await expect(webProcess()(userId, 'echo', [])).rejects.toMatchObject({ name: 'DatabaseAway', mayBeDone: true });
  });

  it('of a worker that is killed is unknown, and no other worker repeats it', async () => {
    // Its database is gone from one moment to the next, as after a kill -9: no renewal and no answer arrive.
    const begun = Promise.withResolvers<void>();
    const life = { isOver: false };
    const dying: Database = {
      ...test.database,
      query: (sql, params) => (life.isOver ? new Promise(() => {}) : test.database.query(sql, params)),
      transaction: (work) => (life.isOver ? new Promise(() => {}) : test.database.transaction(work)),
    };
    const signals = keep(openSignals({ url: test.url, log: silentLog }));
    answerCalls({
      database: dying,
      signals,
      handlers: new Map([
        [
          'sign-in',
          async () => {
            life.isOver = true;
            begun.resolve();
          },
        ],
      ]),
      open: vaults.worker.openAsWorker,
      log: silentLog,
      times: { ...times, leaseMs: 600 },
    });
    const asked = webProcess()(userId, 'sign-in', []);
    asked.catch(() => {});
    await begun.promise;
    let repeated = 0;
    worker({ 'sign-in': async () => void repeated++ });
    await expect(asked).rejects.toMatchObject({ code: 'worker_stopped' });
    expect([repeated, await stored()]).toEqual([0, []]);
  });

  it('may take longer than its worker’s lease', async () => {
    const { slow, begun, letGo } = heldCall();
    worker({ slow }, { leaseMs: 1_500 });
    const asked = webProcess()(userId, 'slow', []);
    await begun;
    const firstEnd = Number((await stored())[0]?.claimed_until);
    const time = async () => (await test.database.query<{ now: number }>('select now()')).rows[0]?.now;
    await expect.poll(time, { timeout: 10_000 }).toBeGreaterThan(firstEnd);
    letGo();
    expect(await asked).toBe('done');
  });

  it.each([
    ['finishes is answered', { closeMs: 10_000, isFinished: true }],
    ['can’t finish is unknown at once', { closeMs: 100, isFinished: false }],
  ])('that a closing worker %s', async (_, { closeMs, isFinished }) => {
    const { slow, begun, letGo } = heldCall();
    const closing = worker({ slow }, { closeMs });
    const asked = webProcess()(userId, 'slow', []).catch((error: unknown) => error);
    await begun;
    const closed = closing.close();
    if (isFinished) letGo();
    await closed;
    if (isFinished) expect(await asked).toBe('done');
    else expect(await asked).toMatchObject({ code: 'worker_stopped' });
    letGo();
  });

  it('of a web process that died is forgotten after a minute, and those on their way are not', async () => {
    const { database } = test;
    const put = (id: string) => putCall(database, { id, userId, name: 'none', input: 'x', claimMs: 1_000 });
    const [old, young] = [crypto.randomUUID(), crypto.randomUUID()];
    await put(old);
    await put(young);
    await database.query("update worker_calls set claim_until = now() - interval '2 minutes' where id = $1", [old]);
    await dropOldCalls(database);
    expect((await stored()).map(({ id }) => id)).toEqual([young]);
  });
});
