import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '#tests/process.ts';
import { choosePort } from './port.ts';

test.each(['127.0.0.1', '::1'])(
  'a port that somebody has at %s is passed over, and the next is remembered',
  async (host) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-port-'));
    const port = await freePort();
    writeFileSync(path.join(folder, 'port'), String(port));
    const other = createServer();
    const isThere = await new Promise((resolve) => {
      other.once('error', () => resolve(false)).listen(port, host, () => resolve(true));
    });
    // Not every machine has IPv6.
    const next = isThere ? port + 1 : port;
    expect(await choosePort(folder, '127.0.0.1')).toBe(next);
    expect(Number(readFileSync(path.join(folder, 'port'), 'utf8'))).toBe(next);
    other.close();
    rmSync(folder, { recursive: true });
  },
);
