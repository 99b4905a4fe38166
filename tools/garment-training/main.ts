// `npm run train -- DATA_DIR OUT` trains the networks of recipe.ts on the photos of DATA_DIR and writes the weights file OUT. If
// it was stopped, it continues from the checkpoints beside OUT. With `--sender-check` it trains a network without the photos of
// some senders, prints its accuracy on their photos, and writes no weights.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openGarmentClassifier, pictureSide } from '../../src/server/adapters/vision/garment-classifier/classifier.ts';
import { type Folded, packWeights } from '../../src/server/adapters/vision/garment-classifier/weights-file.ts';
import { compileKernel } from './network/kernel.ts';
import { labels, readData } from './photos/photos.ts';
import { members, senderCheck } from './training/recipe.ts';
import { fitTemperature, hits } from './training/score.ts';
import { train } from './training/train.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { threads: { type: 'string', default: '2' }, 'sender-check': { type: 'boolean', default: false } },
});
const [directory, out] = positionals;
const threads = Number(values.threads);
if (directory === undefined || out === undefined || ![1, 2, 4, 8].includes(threads)) {
  console.error('npm run train -- DATA_DIR OUT [--threads 1, 2, 4 or 8] [--sender-check]');
  process.exit(64);
}

const say = (line: string): void => console.error(line);
const data = await readData(directory, pictureSide);
say(`${data.rows.length} photos read`);
const module = await compileKernel();
const networks: Folded[] = [];
for (const member of values['sender-check'] ? [senderCheck] : members) {
  const { name } = member;
  const options = { module, threads, checkpoint: `${out}.${name}.checkpoint` };
  networks.push(await train(member, data, { ...options, say: (line) => say(`${name} ${line}`) }));
}
if (values['sender-check']) process.exit(0);

// The temperature is fitted with Hangtag's own code and the weights as they are packed.
const pack = (temperature: number) => packWeights({ labels, size: pictureSide, temperature, networks });
const classify = openGarmentClassifier(pack(1));
const each = pictureSide ** 2 * 3;
const logs = data.validation.map((photo) => {
  const said = classify(data.whole.bytes.subarray(photo * each, (photo + 1) * each)).labels;
  const probability = new Map(said.map((one) => [one.name, one.probability]));
  return Float32Array.from(labels, (label) => Math.log(Math.max(1e-9, probability.get(label) ?? 0)));
});
const answers = data.validation.map((photo) => data.answers[photo] ?? 0);
const temperature = fitTemperature(logs, answers);
writeFileSync(out, pack(temperature));
const { n, top1, top3 } = hits(logs, answers);
console.log(JSON.stringify({ networks: networks.length, temperature, validation: { n, top1, top3 } }));
