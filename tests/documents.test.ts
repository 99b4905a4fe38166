import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeConfig } from '#server/config.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/hosting.md', 'bench/README.md'];

describe('the documents', () => {
  it('name every variable of the environment, as the program reads it', () => {
    expect(read('docs/hosting.md')).toContain(describeConfig());
  });

  it('name only commands that exist', () => {
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
    for (const document of documents) {
      const named = [...read(document).matchAll(/npm run ([\w-]+)/g)].map(([, name]) => name);
      expect(scripts, document).toEqual(expect.arrayContaining(named));
    }
  });

  it('link only to what is there', () => {
    for (const document of documents) {
      const links = [...read(document).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => target);
      for (const target of links) {
        const place = path.resolve(root, path.dirname(document), target);
        expect(readdirSync(path.dirname(place)), `${document} -> ${target}`).toContain(path.basename(place));
      }
    }
  });
});
