// Starts the programs of a run, and talks to them.

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/**
 * The flags of `npm start`. Objects live about 100 ms, until a commit, and a larger young generation does not copy them meanwhile. Of
 * V8's own threads there is one, because four took both of two cores for 0.2 s whenever they went through the whole heap.
 */
export const startFlags = ['--max-semi-space-size=32', '--v8-pool-size=1', '--expose-gc'];

const standinProgram = fileURLToPath(new URL('../../src/marketplace/standin/main.ts', import.meta.url));
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

/** A program of a benchmark's own. It gets one question after another, and answers each with one message. */
export type Talking<Ask, Answer extends { kind: string }> = Program & {
  /** Rejects if the program reports a failure or ends. */
  ask<K extends Answer['kind']>(ask: Ask, wants: K): Promise<Extract<Answer, { kind: K }>>;
};

export function startTalking<Ask extends object, Answer extends { kind: string }>(
  program: string,
  { flags = [], env = process.env }: { flags?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Talking<Ask, Answer> {
  const child = spawn(process.execPath, [...flags, program], {
    env,
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
          reject(new Error(`${program} ended before it answered.`));
        };
        const take = (message: unknown) => {
          leave();
          const answer = message as Answer | { kind: 'failed'; message: string };
          if (answer.kind === wants) resolve(answer as Extract<Answer, { kind: typeof wants }>);
          else reject(new Error('message' in answer ? answer.message : `${program} answered ${answer.kind}.`));
        };
        child.once('message', take);
        child.once('exit', lost);
        child.send(ask);
      }),
  };
}

/** Answers every question of the program that has started this one, and ends when that ends. */
export function answerAll<Ask>(answer: (ask: Ask) => Promise<object>): void {
  process.on('message', (message: unknown) => {
    answer(message as Ask).then(
      (words) => process.send?.(words),
      (error: unknown) =>
        process.send?.({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(0));
}

/** Asks the program to end, and kills it if it does not. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const overdue = setTimeout(() => child.kill('SIGKILL'), goneMs);
  await gone;
  clearTimeout(overdue);
}
