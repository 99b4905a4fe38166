// Starts the programs of a run: the practice marketplace and the engine.

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { Answer, type Ask } from './messages.ts';

/**
 * The flags of `npm start`. Objects live about 100 ms, until a commit, and a larger young generation does not copy them meanwhile. Of
 * V8's own threads there is one, because four took both of two cores for 0.2 s whenever they went through the whole heap.
 */
export const startFlags = ['--max-semi-space-size=32', '--v8-pool-size=1', '--expose-gc'];

const standinProgram = fileURLToPath(new URL('../../src/marketplace/standin/main.ts', import.meta.url));
const workerProgram = fileURLToPath(new URL('./process/worker.ts', import.meta.url));
const goneMs = 10_000;

export type Program = { pid: number; stop(): Promise<void> };

/** The practice marketplace without its limits. It ends when this program ends, even if it is killed. */
export async function startStandin({ journal }: { journal: number }): Promise<Program & { origin: string }> {
  const child = spawn(
    process.execPath,
    [standinProgram, '--port', '0', '--limits', 'off', '--journal', String(journal), '--json'],
    // Its own process group, so that Ctrl-C reaches only the measuring program, which stops everything in order.
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], detached: true },
  );
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    const { standin } = z.object({ standin: z.string() }).parse(JSON.parse(line));
    return { origin: standin, pid: child.pid ?? 0, stop: () => endProgram(child) };
  }
  throw new Error('The practice marketplace ended before it listened.');
}

export type EngineProgram = Program & {
  /** Rejects if the engine reports a failure or ends. */
  ask<K extends Answer['kind']>(ask: Ask, wants: K): Promise<Extract<Answer, { kind: K }>>;
};

/** The engine's process. It answers requests one after another. */
export function startEngine(): EngineProgram {
  const child = spawn(process.execPath, [...startFlags, workerProgram], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  return {
    pid: child.pid ?? 0,
    stop: () => endProgram(child),
    ask: (ask, wants) =>
      new Promise((resolve, reject) => {
        const leave = () => {
          child.off('message', take);
          child.off('exit', lost);
        };
        const lost = () => {
          leave();
          reject(new Error('The engine’s process ended before it answered.'));
        };
        const take = (message: unknown) => {
          leave();
          const answer = Answer.parse(message);
          if (isOf(answer, wants)) resolve(answer);
          else reject(new Error(answer.kind === 'failed' ? answer.message : `The engine answered ${answer.kind}.`));
        };
        child.once('message', take);
        child.once('exit', lost);
        child.send(ask);
      }),
  };
}

const isOf = <K extends Answer['kind']>(answer: Answer, kind: K): answer is Extract<Answer, { kind: K }> =>
  answer.kind === kind;

/** Asks the program to end, and kills it if it does not. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const overdue = setTimeout(() => child.kill('SIGKILL'), goneMs);
  await gone;
  clearTimeout(overdue);
}
