import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companionProtocol } from '#contract/companion/extension.ts';
import { observations } from '#marketplace/recording/planted.fixture.ts';
import { recordingOf } from '#marketplace/recording/redactor.ts';
import { type CompanionWorld, openCompanionWorld } from './companion-world.ts';

let world: CompanionWorld;
beforeAll(async () => {
  world = await openCompanionWorld();
});
afterAll(() => world?.close());

describe('a recording that a companion sends', () => {
  it('is compared with what Hangtag expects, and something else is refused', async () => {
    const seller = await world.arrive();
    const companion = await seller.paired(0);
    const recording = recordingOf(observations, {
      origin: 'https://poshmark.example',
      startedAt: 0,
      madeFrom: 'companion',
    });
    const send = (given: unknown, token?: string) =>
      companion.call(
        '/api/companion/recording',
        { protocol: companionProtocol, recording: given },
        token === undefined ? {} : { token },
      );
    const { status, json } = await send(recording);
    expect(status).toBe(200);
    expect(json).toMatchObject({ confirmed: expect.any(Number), report: expect.stringContaining('Path of a share') });
    expect(await send({ entries: [] })).toMatchObject({ status: 400, json: { error: 'invalid_input' } });
    expect(await send(recording, 'unknown')).toMatchObject({ status: 401 });
  });
});
