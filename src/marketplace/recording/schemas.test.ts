import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { profileJsonSchema } from '../profile/profile.ts';
import { recordingJsonSchema } from './recording.ts';

const published = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../docs/schemas/${name}.schema.json`, import.meta.url), 'utf8'));

describe('the published JSON schemas', () => {
  test.each([
    ['hangtag-recording-1', recordingJsonSchema],
    ['marketplace-profile-1', profileJsonSchema],
  ])('%s is current', (name, made) => {
    expect(published(name)).toEqual(JSON.parse(JSON.stringify(made())));
  });
});
