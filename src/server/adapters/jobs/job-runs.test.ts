import { describe, expect, it } from 'vitest';
import { ownDatabase } from '#tests/database.ts';
import { createJobRuns } from './job-runs.ts';

const hour = 3_600_000;

const test = ownDatabase();

describe('what processes count', () => {
  it('is the last failure of a job, without what looks like a secret, until it succeeds', async () => {
    let now = Date.parse('2026-11-21T12:00:00Z');
    const runs = createJobRuns({ database: test.database, secrets: ['hunter2-hunter2'], now: () => now });
    const seen = async () => (await runs.list()).find(({ name }) => name === 'mail.send');
    await runs.succeeded('mail.send');
    expect(await seen()).toBeUndefined();
    await runs.failed('mail.send', new Error('smtp://bo:secret@mail refused\u001b[31m hunter2-hunter2'));
    await runs.failed('mail.send', new Error('refused again'));
    expect(await seen()).toMatchObject({ failures: 2, error: 'Error: refused again', failedAt: now, okAt: null });
    await runs.failed('mail.send', new Error('smtp://bo:secret@mail refused\u001b[31m hunter2-hunter2'));
    expect((await seen())?.error).toBe('Error: smtp://[hidden]@mail refused [31m [hidden]');
    await runs.succeeded('mail.send');
    expect(await seen()).toMatchObject({ failures: 0, okAt: now });
    now += 6 * 24 * hour;
    await runs.forgetOld();
    expect(await seen()).toBeDefined();
    now += 2 * 24 * hour;
    await runs.forgetOld();
    expect(await seen()).toBeUndefined();
  });
});
