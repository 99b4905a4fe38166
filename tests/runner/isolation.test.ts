import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

// The test files of a worker share loaded modules (vitest.config.ts), so a module is loaded only for the first of them.
it('no shared test module registers hooks when it is loaded', () => {
  const folders = ['src', 'tests', 'training'].filter((folder) => existsSync(path.join(root, folder)));
  const shared = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file))
      .map((file) => path.join(folder, file)),
  );
  const registers = /^(?:before|after)(?:Each|All)\(/m;
  expect(shared.filter((file) => registers.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});
