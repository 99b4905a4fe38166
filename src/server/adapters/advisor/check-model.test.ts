import { afterEach, describe, expect, it } from 'vitest';
import { checkModel } from './check-model.ts';
import { fails, type ModelReply, playModel, type ScriptedModel } from './scripted-model.fixture.ts';

const key = 'sk-canary-0123456789abcdef';
let model: ScriptedModel | undefined;
afterEach(() => model?.close());

const look = async (reply: ModelReply) => {
  model = await playModel(reply);
  const finding = await checkModel(
    { baseUrl: model.baseUrl, apiKey: key, model: 'eyes-1' },
    new AbortController().signal,
  );
  expect(JSON.stringify(finding)).not.toContain(key);
  return finding;
};
const lists = (...ids: string[]): ModelReply => fails(200, {}, { object: 'list', data: ids.map((id) => ({ id })) });

describe("the operator's check of the model", () => {
  it.each<[string, ModelReply, boolean, RegExp]>([
    ['is listed', lists('ears-1', 'eyes-1'), true, /^The model eyes-1 at 127\.0\.0\.1:\d+ is available$/],
    ['is not listed', lists('ears-1'), false, /does not list the model eyes-1/],
    ['stands behind a server that lists nothing', fails(404), true, /does not list its models \(404\)/],
    ['rejects the key', fails(401, {}, key), false, /rejects the API key \(401\)/],
    ['redirects', fails(302, { location: 'http://elsewhere.example' }), false, /redirects to another address/],
    ['is broken', fails(500), false, /a server error \(500\)/],
    [
      'is no model at all',
      fails(200, {}, '<h1>Welcome</h1>'),
      false,
      /does not answer like an OpenAI-compatible server/,
    ],
  ])('says so if it %s', async (_, reply, ok, what) => {
    expect(await look(reply)).toMatchObject({ ok, what: expect.stringMatching(what) });
    expect(model?.asked).toMatchObject([{ path: '/v1/models', headers: { authorization: `Bearer ${key}` } }]);
  });
});
