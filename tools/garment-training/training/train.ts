// Trains one network with checkpoints.

import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Folded } from '../../../src/server/adapters/vision/garment-classifier/weights-file.ts';
import { sharedMemory } from '../network/kernel.ts';
import { folded } from '../network/network.ts';
import { type Data, photoSide, shares } from '../photos/photos.ts';
import { seeded } from '../random.ts';
import type { Member } from './recipe.ts';
import { layout, type Shared, takePart, weightsOf } from './run.ts';
import { answersOf, hits } from './score.ts';

/** How many epochs pass between tests on held-out photos, each with a checkpoint. */
const checkpointEvery = 5;

/**
 * Trains one network on `threads` threads, or continues from its checkpoint, and returns it folded. The same seed and number of
 * threads give the same weights. A checkpoint is the number of epochs done (u32), the weights, and the state of AdamW.
 */
export async function train(
  { recipe, withoutFold }: Member,
  data: Data,
  options: { module: WebAssembly.Module; threads: number; checkpoint: string; say: (line: string) => void },
): Promise<Folded> {
  const { module, threads, checkpoint, say } = options;
  const weights = weightsOf(recipe.shape);
  const places = layout(weights.bytes, threads);
  const memory = sharedMemory(places.bytes);
  weights.begin(memory, places.weights, seeded(recipe.seed));
  const state = new Uint8Array(memory.buffer, places.state.at, places.state.bytes);
  state.copyWithin(places.running - places.weights, 0, places.first - places.weights);
  let epochsDone = 0;
  if (existsSync(checkpoint)) {
    const saved = readFileSync(checkpoint);
    epochsDone = saved.readUInt32LE(0);
    state.set(saved.subarray(4));
  }

  const { train, strangers, strange } = shares(data, withoutFold);
  const validation = data.validation.filter((index) => !strange.has(index));
  const kids = data.rows.map((row) => row.kids);
  const { photos, answers } = data;
  const signals = new SharedArrayBuffer(8);
  const shared: Shared = {
    module,
    memory,
    signals,
    photos,
    photoSide,
    answers,
    kids,
    train,
    recipe,
    threads,
    epochsDone,
  };
  say(`${train.length} photos to learn from, ${weights.bytes / 4} weights, ${epochsDone} epochs done`);

  const gather = train.filter((_, index) => index % 6 === 0);
  const figures = (): string =>
    [validation, strangers]
      .filter(({ length }) => length > 0)
      .map((ask) =>
        hits(
          answersOf(shared, data.whole, { gather, ask }),
          ask.map((index) => answers[index] ?? 0),
        ),
      )
      .map(({ n, top1, top3 }) => `${(100 * top1).toFixed(1)} / ${(100 * top3).toFixed(1)} % of ${n}`)
      .join(', unseen senders ');

  const others = Array.from(
    { length: threads - 1 },
    (_, index) => new Worker(new URL('./worker.ts', import.meta.url), { workerData: { shared, thread: index + 1 } }),
  );
  const ended = others.map((worker) => once(worker, 'exit'));
  const began = performance.now();
  takePart(shared, 0, (done, loss) => {
    const line = `${done} of ${recipe.epochs}: loss ${loss.toFixed(3)}, ${((performance.now() - began) / 1000).toFixed(0)} s`;
    if (done % checkpointEvery !== 0 && done !== recipe.epochs) return say(line);
    say(`${line}, validation ${figures()}`);
    const head = Buffer.alloc(4);
    head.writeUInt32LE(done);
    writeFileSync(`${checkpoint}.new`, Buffer.concat([head, state]));
    renameSync(`${checkpoint}.new`, checkpoint);
  });
  await Promise.all(ended);
  if (epochsDone === recipe.epochs) say(`validation ${figures()}`);
  return folded(recipe.shape, weights, (offset, count) =>
    new Float32Array(memory.buffer, places.running + offset, count).slice(),
  );
}
