// The pricing engine port: runs fits in a worker thread.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Failure } from '#domain/failure.ts';
import type { FitSource, PricingEngine, PricingQuestion, PricingQuestions } from '#domain/ports/pricing/engine.ts';
import type { FromEngine, ToEngine } from './worker.ts';

/** Rows per message. Copying them takes about 2 ms. */
const rowsAtOnce = 250;
const memoryMb = 768;

type Log = { warn(fields: object, message: string): void };
type Pending = { resolve(message: FromEngine): void; reject(error: Error): void };
/** `program` is a worker that breaks, for tests. */
type Options = { log: Log; program?: URL };

/** How often a question has its fit learned again, because another version took its place in between. */
const mostFitsPerQuestion = 5;

/** A fit that the engine has begun. `fitted` resolves when it is made. */
type StartedFit = { fitted: Promise<FromEngine> };

class EngineLost extends Error {}

/**
 * Runs the pricing engine in a thread. If the thread ends (out of memory, or a bug in it) its fits are lost. The next question
 * starts a new thread, and questions in progress are asked once more.
 */
export function openPricingEngine({ log, program = new URL('./worker.ts', import.meta.url) }: Options): PricingEngine {
  /** Fits in progress. Further callers wait for the same fit. */
  const learning = new Map<string, Promise<StartedFit>>();
  const thread = openThread({ log, program, onEnd: () => learning.clear() });

  const learnOnce = (source: FitSource): Promise<StartedFit> => {
    const name = `${source.key} ${source.version}`;
    const known = learning.get(name);
    if (known) return known;
    const own = learn(thread, source);
    const forget = () => {
      if (learning.get(name) === own) learning.delete(name);
    };
    own.then(({ fitted }) => fitted).then(forget, forget);
    learning.set(name, own);
    return own;
  };

  async function attempt<Q extends PricingQuestion>(
    source: FitSource,
    question: Q,
    about: PricingQuestions[Q]['question'],
  ): Promise<PricingQuestions[Q]['answer']> {
    const { key, version } = source;
    const ask = () => thread.send({ kind: 'ask', id: thread.newId(), key, version, question, about });
    let reply = await ask();
    for (let fits = 0; reply.kind === 'unknown_fit' && fits < mostFitsPerQuestion; fits++) {
      const { fitted } = await learnOnce(source);
      // Asked before the fit is made: the engine takes messages in order, so another version can hardly come between.
      const [learned, next] = await Promise.all([fitted, ask()]);
      if (learned.kind === 'failed') throw new Error(learned.message);
      reply = next;
    }
    if (reply.kind === 'answer') return reply.answer as PricingQuestions[Q]['answer'];
    throw new Error(reply.kind === 'failed' ? reply.message : 'The pricing engine forgot what it had just learned.');
  }

  /** Asks once more if the thread ends in between. */
  const ask: PricingEngine['ask'] = async (...asked) => {
    try {
      return await attempt(...asked);
    } catch (error) {
      if (!(error instanceof EngineLost)) throw error;
    }
    return attempt(...asked).catch((cause: unknown) => {
      throw new Failure('internal', 'Couldn’t work out prices. Try again.', { cause });
    });
  };

  return {
    ask,
    async renew(source) {
      // A thread that is not running holds no fit.
      if (!thread.isRunning()) return;
      const reply = await thread
        .send({ kind: 'holds', id: thread.newId(), key: source.key })
        .catch((error: unknown) => {
          if (error instanceof EngineLost) return null;
          throw error;
        });
      if (reply?.kind === 'answer' && reply.answer === true) await ask(source, 'advise', { cases: [] });
    },
    close: thread.close,
  };
}

/** Resolves when the engine has all it needs for the fit, and before it has made it. */
async function learn({ post, send, newId }: Thread, { key, version, load }: FitSource): Promise<StartedFit> {
  const batch = newId();
  try {
    for await (const rows of load()) {
      for (let at = 0; at < rows.length; at += rowsAtOnce) {
        post({ kind: 'rows', batch, rows: rows.slice(at, at + rowsAtOnce) });
        await nextTurn();
      }
    }
  } catch (error) {
    post({ kind: 'forget', batch });
    throw error;
  }
  return { fitted: send({ kind: 'fit', id: newId(), batch, key, version }) };
}

type Thread = ReturnType<typeof openThread>;

/** The thread and the answers that it still owes. It starts with the first message, and again with the next one after its end. */
function openThread({ log, program, onEnd }: Required<Options> & { onEnd: () => void }) {
  let worker: Worker | null = null;
  let lastId = 0;
  let isClosed = false;
  const pending = new Map<number, Pending>();

  function start(): Worker {
    const own = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    own.unref();
    own.on('message', (message: FromEngine) => {
      const waiting = pending.get(message.id);
      pending.delete(message.id);
      waiting?.resolve(message);
    });
    own.on('error', (error) => log.warn({ error }, 'Pricing engine crashed, restarting it'));
    own.on('exit', () => {
      if (worker === own) worker = null;
      onEnd();
      const lost = [...pending.values()];
      pending.clear();
      for (const { reject } of lost) reject(new EngineLost('The pricing engine ended.'));
    });
    return own;
  }

  const post = (message: ToEngine): void => {
    if (isClosed) throw new Failure('shutting_down', 'Hangtag is restarting. Try again in a moment.');
    worker ??= start();
    worker.postMessage(message);
  };

  return {
    post,
    send: (message: Extract<ToEngine, { id: number }>): Promise<FromEngine> =>
      new Promise((resolve, reject) => {
        pending.set(message.id, { resolve, reject });
        try {
          post(message);
        } catch (error) {
          pending.delete(message.id);
          reject(error);
        }
      }),
    newId: (): number => {
      lastId += 1;
      return lastId;
    },
    isRunning: (): boolean => worker !== null,
    async close(): Promise<void> {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
