// Makes the file of common passwords: see README.md.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const [source, target] = process.argv.slice(2);
const most = 10_000;
const leastLength = 6;

const words = JSON.parse(readFileSync(source, 'utf8'))
  .filter((word) => [...word].length >= leastLength)
  .slice(0, most);
const marks = [...new Set(words.map((word) => createHash('sha256').update(word).digest().readUInt32BE(0)))];
const bytes = Buffer.alloc(marks.length * 4);
for (const [index, mark] of marks.sort((one, other) => one - other).entries()) bytes.writeUInt32BE(mark, index * 4);
writeFileSync(target, bytes);
console.log(`${marks.length} passwords, ${bytes.length} bytes`);
