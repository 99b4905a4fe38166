import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Profile } from '../../src/marketplace/profile/profile.ts';
import { Recording } from '../../src/marketplace/recording/recording.ts';

const published = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../docs/schemas/${name}.schema.json`, import.meta.url), 'utf8'));

describe('the published JSON schemas', () => {
  test.each([
    ['hangtag-recording-1', 'hangtag-recording.json, version 1', z.toJSONSchema(Recording)],
    ['marketplace-profile-1', 'marketplace-profile.json, version 1', z.toJSONSchema(Profile, { io: 'input' })],
  ])('%s is current', (name, title, made) => {
    const { $schema, ...others } = JSON.parse(JSON.stringify(made));
    expect(published(name)).toEqual({
      $schema,
      $id: name.startsWith('hangtag') ? name : `hangtag-${name}`,
      title,
      ...others,
    });
  });
});
