import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { createHealth, visitsHttp } from './health.ts';
import { serve } from './serve.ts';

it('asks the database at most every two seconds, however many probes come', async () => {
  const clock = manualClock(0);
  let asked = 0;
  const health = createHealth({
    clock,
    ready: async () => {
      asked++;
    },
  });
  const probe = (path: string) => health.answer(path, { headers: new Headers(), isLoopback: false });
  const storm = () => Promise.all(Array.from({ length: 500 }, (_, n) => probe(n % 2 ? '/readyz' : '/healthz')));
  expect(new Set((await storm()).map((reply) => reply?.status))).toEqual(new Set([200]));
  await clock.advance(1_999);
  await storm();
  expect(asked).toBe(1);
  await clock.advance(1);
  await storm();
  expect(asked).toBe(2);
});

const quiet = { debug: () => {}, info: () => {}, error: () => {} };

const open = (isOn: boolean) => {
  const registry = new Registry();
  const server = serve({
    routes: { visits: routes.visits },
    handlers: { visits: visitsHttp({ registry, isOn }) },
    whoIs: async () => null,
    publicUrl: null,
    trustedProxies: { kind: 'none' },
    clock: manualClock(0),
    log: quiet,
  });
  const click = (body: object) =>
    server.fetch(
      new Request('http://localhost/api/visits/clicks', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
        body: JSON.stringify(body),
      }),
    );
  return { registry, click };
};

describe('clicks on the public pages', () => {
  it('are counted by their button and by nothing else, if the operator turned that on', async () => {
    const { registry, click } = open(true);
    for (const name of ['start-free', 'start-free', 'learn-safety'])
      expect((await click({ click: name })).status).toBe(200);
    expect((await click({ click: 'anything' })).status).toBe(400);
    expect((await click({ click: 'start-free', who: 'me' })).status).toBe(400);
    const counted = (await registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('hangtag_page_clicks_total{'));
    expect(counted).toEqual([
      'hangtag_page_clicks_total{click="start-free"} 2',
      'hangtag_page_clicks_total{click="learn-safety"} 1',
    ]);
  });

  it('are not counted otherwise: there is no such call', async () => {
    const { registry, click } = open(false);
    expect((await click({ click: 'start-free' })).status).toBe(404);
    expect(await registry.metrics()).not.toContain('clicks');
  });
});
