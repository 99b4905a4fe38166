// A worker takes calls of web processes and answers them.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { oneAtATime } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Signals } from '#domain/ports/signals.ts';
import { answerTopic, type CallTimes, callsTopic, inputPlace, standardTimes } from './ask-worker.ts';
import { type Answer, answerOf, type ClaimedCall, claimCall, renewCalls, saveAnswer } from './store.ts';

/** By name. Each gets the seller, and then what the web process passed. */
export type CallHandlers = ReadonlyMap<string, (userId: string, ...input: never[]) => Promise<unknown>>;

type Answering = {
  database: Database;
  signals: Signals;
  handlers: CallHandlers;
  /** Opens what a web process sealed. */
  open(place: string, sealed: string): string;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
  times?: CallTimes;
};

/** Calls wait mostly for the marketplace. */
const mostAtOnce = 500;
const retryMs = 1_000;
const answerTimeoutMs = 5_000;

/** Answers until it is closed. */
export function answerCalls({ times = standardTimes, ...answering }: Answering): { close(): Promise<void> } {
  const { database, signals, handlers, log } = answering;
  const worker = randomUUID();
  const names = [...handlers.keys()];
  const { leaseMs, closeMs } = times;
  const running = new Map<string, Promise<void>>();
  const listening = signals.listen(callsTopic);
  let isClosing = false;

  // A failed renewal is tried again: the lease outlasts several of them.
  const renew = oneAtATime(() => renewCalls(database, { worker, leaseMs }).catch(() => {}));
  const renewal = setInterval(() => void (running.size > 0 && renew()), leaseMs / 4);

  const begin = (call: ClaimedCall): void => {
    const { id } = call;
    const work = answerOne(answering, call)
      .then((answer) => save(answering, { id, worker, answer }))
      .finally(() => {
        running.delete(id);
        listening.wake();
      });
    running.set(id, work);
  };

  const takeCalls = async (): Promise<void> => {
    while (!isClosing) {
      try {
        const call = running.size < mostAtOnce ? await claimCall(database, { worker, names, leaseMs }) : null;
        if (call !== null) begin(call);
        else while (!(await listening.next(endlessMs)) && !isClosing);
      } catch (error) {
        if (isClosing) return;
        log.warn({ error }, 'Taking calls of web processes failed, trying again');
        await sleep(retryMs);
      }
    }
  };
  const taking = takeCalls();

  return {
    async close() {
      isClosing = true;
      listening.end();
      await taking;
      await Promise.race([Promise.all(running.values()), sleep(closeMs, undefined, { ref: false })]);
      clearInterval(renewal);
      // The seller learns at once that the outcome is unknown.
      await Promise.all([...running.keys()].map((id) => save(answering, { id, worker, answer: { kind: 'cut' } })));
    },
  };
}

const endlessMs = 2 ** 31 - 1;

async function answerOne(
  { handlers, open, log }: Pick<Answering, 'handlers' | 'open' | 'log'>,
  { id, userId, name, input }: ClaimedCall,
): Promise<Answer> {
  try {
    const handler = handlers.get(name);
    if (handler === undefined) throw new Error(`There is no call ${name}.`);
    const given = JSON.parse(open(inputPlace(id, { userId, name }), input)) as never[];
    return { kind: 'done', value: await handler(userId, ...given) };
  } catch (error) {
    const answer = answerOf(error);
    if (answer.kind === 'broken') log.error({ userId, job: name, error }, 'Call of a web process failed');
    return answer;
  }
}

/** If the database does not take the answer in time, the lease ends, and the outcome is unknown to the web process. */
async function save(
  { database, signals, log }: Pick<Answering, 'database' | 'signals' | 'log'>,
  answered: { id: string; worker: string; answer: Answer },
): Promise<void> {
  const endsAt = performance.now() + answerTimeoutMs;
  for (;;) {
    try {
      await database.transaction(async (tx) => {
        if (await saveAnswer(tx, answered)) await signals.send(tx, answerTopic(answered.id));
      });
      return;
    } catch (error) {
      if (performance.now() >= endsAt) {
        log.warn({ error }, 'Answer for a web process was lost');
        return;
      }
      await sleep(retryMs);
    }
  }
}
