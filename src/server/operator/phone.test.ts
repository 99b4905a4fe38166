import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Answerer, Tailscale } from '#domain/ports/this-computer.ts';
import { describePhone } from './phone.ts';

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'hangtag-phone-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

const tailnet = 'https://ada-laptop.tail1234.ts.net';
const say = (tailscale: Tailscale, env: Record<string, string> = {}, answerer: Answerer = 'hangtag') =>
  describePhone(
    { DATA_DIR, PORT: '5050', ...env },
    {
      findTailscale: async (port) => (port === 5050 ? tailscale : { kind: 'missing' }),
      serveOverTailscale: async () => {
        throw new Error('Looking changes nothing.');
      },
      whoAnswersAt: async () => answerer,
    },
  );
const own = { PUBLIC_URL: 'https://hangtag.example' };

test.each<[string, Promise<string>, string[]]>([
  [
    'Tailscale that carries Hangtag',
    say({ kind: 'on', address: tailnet, isPublic: false }),
    [tailnet, 'http://localhost:5050/phone'],
  ],
  ['Tailscale that could', say({ kind: 'ready', address: tailnet }), ['http://localhost:5050/phone']],
  ['Tailscale that is not connected', say({ kind: 'off' }), ['not connected']],
  ['nothing', say({ kind: 'missing' }), ['https://tailscale.com/download', 'PUBLIC_URL', 'http://localhost:5050']],
  ['an own address', say({ kind: 'missing' }, own), ['https://hangtag.example/phone']],
  [
    'an own address where nothing answers',
    say({ kind: 'missing' }, own, 'nothing'),
    ['https://hangtag.example', 'Nothing answers'],
  ],
])('hangtag phone names what helps with %s, and says that Hangtag isn’t running', async (_, said, words) => {
  for (const word of [...words, 'isn’t running']) expect(await said).toContain(word);
});
