// `npm run bench:photo -- TEST_DIR` measures what Hangtag's garment classifier says about the photos of a folder with
// clothing.csv and images/. Prints one JSON object. It reads the rows of the split `test` if there are any, or of the split that
// `--split` names. Otherwise it reads all rows of the small data set, most of which it was trained on, so the numbers say nothing
// about new photos.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { decodePhoto, stretchTo } from '#server/adapters/vision/decode.ts';
import {
  type GarmentReading,
  garmentOf,
  pictureSide,
  shippedGarmentClassifier,
} from '#server/adapters/vision/garment-classifier/classifier.ts';
import { type Row, readRows } from '../tools/garment-training/photos/photos.ts';
import { round } from './pricing/figures.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { split: { type: 'string' } } });
const [folder] = positionals;
if (folder === undefined) {
  console.error('Which folder? npm run bench:photo -- TEST_DIR [--split test]');
  process.exit(64);
}

const small = readRows(folder).filter(({ smallLabel }) => smallLabel !== '');
const split = values.split ?? (small.some(({ smallSplit }) => smallSplit === 'test') ? 'test' : undefined);
const rows = small.filter(({ smallSplit }) => split === undefined || smallSplit === split);
if (rows.length === 0) {
  console.error('There are no such rows with a small_label.');
  process.exit(66);
}

const classify = shippedGarmentClassifier();
const names = [...new Set(rows.map(({ smallLabel }) => smallLabel))].sort();
const tenLabels = ['dress', 'hat', 'longsleeve', 'outwear', 'pants', 'shirt', 'shoes', 'shorts', 'skirt', 't-shirt'];
const garments = new Map(Object.entries(garmentOf).map(([label, garment]) => [label.toLowerCase(), garment]));
const asked: Asked[] = [];
for (const row of rows) asked.push(await ask(row));

const share = (fits: (one: Asked) => boolean, of = asked): number => round(of.filter(fits).length / of.length, 4);
const bands = [0, 0.3, 0.5, 0.7, 0.9, 1.01];
const reliability = bands.slice(0, -1).map((from, index) => {
  const inside = asked.filter(({ stated }) => stated >= from && stated < (bands[index + 1] ?? 0));
  return {
    from,
    n: inside.length,
    stated: round(inside.reduce((sum, { stated }) => sum + stated, 0) / (inside.length || 1), 3),
    hit: inside.length === 0 ? null : share(({ openHit }) => openHit, inside),
  };
});
console.log(
  JSON.stringify(
    {
      node: process.version,
      photos: split ?? 'all with a small_label: the classifier was trained on most of them',
      n: asked.length,
      top1: share(({ rank }) => rank === 0),
      top3: share(({ rank }) => rank < 3),
      open: {
        what: 'among all labels, not only the ten of the small data set',
        top1: share(({ openHit }) => openHit),
        ece: expectedCalibrationError(),
        reliability,
      },
      garment: {
        what: 'the kind of garment that the product names: a polo is a shirt, an undershirt a tee',
        top1: share(({ garmentRank }) => garmentRank === 0),
        top3: share(({ garmentRank }) => garmentRank >= 0 && garmentRank < 3),
      },
      recall: Object.fromEntries(
        names.map((name) => {
          const own = asked.filter(({ row }) => row.smallLabel === name);
          return [name, { n: own.length, top1: share(({ rank }) => rank === 0, own) }];
        }),
      ),
      ms: { decode: times(({ decodeMs }) => decodeMs), forward: times(({ forwardMs }) => forwardMs) },
    },
    null,
    2,
  ),
);

type Asked = {
  row: Row;
  /** How many of the ten labels were judged more probable than the true one. */
  rank: number;
  /** The probability of the most probable label. */
  stated: number;
  openHit: boolean;
  /** How many garments were judged more probable than the true one. */
  garmentRank: number;
  decodeMs: number;
  forwardMs: number;
};

async function ask(row: Row): Promise<Asked> {
  const bytes = readFileSync(path.join(folder ?? '', 'images', `${row.image}.jpg`));
  const began = performance.now();
  const { rgb } = await stretchTo(await decodePhoto(bytes), { width: pictureSide, height: pictureSide });
  const decoded = performance.now();
  const reading = classify(rgb);
  const forwardMs = performance.now() - decoded;
  const [first] = reading.labels;
  return {
    row,
    rank: rankOf(row.smallLabel, reading),
    stated: first?.probability ?? 0,
    openHit: first?.name.toLowerCase() === row.smallLabel,
    garmentRank: reading.garments.findIndex(({ name }) => name === garments.get(row.smallLabel)),
    decodeMs: decoded - began,
    forwardMs,
  };
}

function rankOf(label: string, { labels }: GarmentReading): number {
  return labels
    .filter(({ name }) => tenLabels.includes(name.toLowerCase()))
    .findIndex(({ name }) => name.toLowerCase() === label);
}

/** Mean difference between predicted probability and hit rate over ten bands of equal width, weighted by photos. */
function expectedCalibrationError(): number {
  const gaps = Array.from({ length: 10 }, (_, band) => {
    const inside = asked.filter(({ stated }) => Math.min(9, Math.floor(stated * 10)) === band);
    return Math.abs(inside.reduce((sum, { stated, openHit }) => sum + stated - (openHit ? 1 : 0), 0));
  });
  return round(gaps.reduce((sum, gap) => sum + gap, 0) / asked.length, 4);
}

function times(of: (one: Asked) => number) {
  const sorted = asked.map(of).sort((a, b) => a - b);
  const at = (part: number): number => round(sorted[Math.floor(part * (sorted.length - 1))] ?? 0, 1);
  return { median: at(0.5), p95: at(0.95) };
}
