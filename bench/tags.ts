// Measures how well tags are read.

import { decodePhoto } from '#server/adapters/vision/decode.ts';
import { openLetterReader, readTagPhoto } from '#server/adapters/vision/read-letters.ts';
import { photographTag, type Spoiling, syntheticTags } from '#server/adapters/vision/synthetic-tags.fixture.ts';

/** How often brand, size, and price must be read from synthetic tags: as they are, rotated, blurred, upside down, and in poor light. */
const asked: Readonly<Record<Spoiling, { brand: number; size: number; price: number }>> = {
  none: { brand: 90, size: 95, price: 95 },
  turned: { brand: 90, size: 95, price: 95 },
  blurred: { brand: 88, size: 83, price: 100 },
  tilted: { brand: 90, size: 90, price: 90 },
  upsideDown: { brand: 90, size: 90, price: 90 },
  dim: { brand: 90, size: 90, price: 90 },
};
const shows = process.argv.includes('--show');

const reader = openLetterReader();
const tags = syntheticTags();
let isMissed = false;
const startedAt = performance.now();
await reader.read(await decodePhoto(await photographTag(tags[0] ?? fail(), 'none', 0)));
console.log(`first tag, with the reader's start: ${Math.round(performance.now() - startedAt)} ms`);

for (const spoiling of Object.keys(asked) as Spoiling[]) {
  const hits = { brand: 0, size: 0, price: 0, material: 0 };
  const since = performance.now();
  for (const [index, tag] of tags.entries()) {
    const { lines, reading } = await readTagPhoto(reader, await decodePhoto(await photographTag(tag, spoiling, index)));
    const right = {
      brand: reading.brand === tag.label,
      size: reading.size === tag.size,
      price: reading.retailPrice === tag.cents,
      material: reading.material === '98% cotton, 2% elastane',
    };
    for (const field of ['brand', 'size', 'price', 'material'] as const) if (right[field]) hits[field]++;
    if (shows && !(right.brand && right.size && right.price))
      console.log(JSON.stringify({ spoiling, wanted: [tag.label, tag.size, tag.cents], reading, lines }));
  }
  const share = (count: number) => Math.round((100 * count) / tags.length);
  const limits = asked[spoiling];
  const rates = (['brand', 'size', 'price'] as const).map((field) => {
    const reached = share(hits[field]) >= limits[field];
    if (!reached) isMissed = true;
    return `${field} ${share(hits[field])} % (asked ${limits[field]}${reached ? '' : ', MISSED'})`;
  });
  const ms = Math.round((performance.now() - since) / tags.length);
  console.log(`${spoiling.padEnd(8)} ${rates.join(' · ')} · material ${share(hits.material)} % · ${ms} ms a tag`);
}
await reader.close();
process.exitCode = isMissed ? 1 : 0;

function fail(): never {
  throw new Error('There is no tag.');
}
