import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { Failure } from '#domain/failure.ts';
import type { FitSource } from '#domain/ports/pricing/engine.ts';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { fitPricing } from '#domain/pricing/fit/fit.ts';
import { syntheticMarket } from '#domain/pricing/synthetic-market.fixture.ts';
import { silentLog } from '#tests/database.ts';
import { openPricingEngine } from './engine.ts';

const opened: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const engine of opened) await engine.close();
});
const open = (program?: URL) => {
  const engine = openPricingEngine({ log: silentLog, ...(program && { program }) });
  opened.push(engine);
  return engine;
};

/** A source that counts how often it is read. */
const sourceOf = (rows: readonly Comparable[], key: string, version = 'first') => {
  let loads = 0;
  const source: FitSource = {
    key,
    version,
    async *load() {
      loads += 1;
      for (let at = 0; at < rows.length; at += 100) yield rows.slice(at, at + 100);
    },
  };
  return { source, loads: () => loads };
};

const item = { title: 'Mirella Jeans', brand: 'Mirella', category: 'Jeans', condition: 'good' };
const about = { item, count: 3 };

describe('the pricing engine', () => {
  const market = syntheticMarket({ rows: 400, seed: 3 });
  const engine = open();

  it('gives the same answers as a fit of the same comparables', async () => {
    const { value, near } = await engine.ask(sourceOf(market, 'same').source, 'appraise', about);
    const fit = fitPricing(market);
    const expected = fit.estimate(item);
    expect(value).toMatchObject({ kind: 'estimate', confidence: expected.kind === 'estimate' && expected.confidence });
    expect(near.map(({ id }) => id)).toEqual(fit.nearest(item, 3).map(({ comparable }) => comparable.id));
  });

  it('reads comparables once per version, even for many callers at once', async () => {
    const first = sourceOf(market, 'once');
    await Promise.all(Array.from({ length: 8 }, () => engine.ask(first.source, 'appraise', about)));
    expect(first.loads()).toBe(1);
    const second = sourceOf(market.slice(0, 200), 'once', 'second');
    const { value } = await engine.ask(second.source, 'appraise', about);
    expect([second.loads(), value.evidence.comparables]).toEqual([1, 200]);
  });

  it('answers callers who ask about different versions of the comparables at once', async () => {
    const sizes = [120, 140, 160, 180, 200];
    const answers = await Promise.all(
      sizes.map((size) => engine.ask(sourceOf(market.slice(0, size), 'many', `${size}`).source, 'appraise', about)),
    );
    expect(answers.map(({ value }) => value.evidence.comparables)).toEqual(sizes);
  });

  it('drops the least recently used fits', async () => {
    const few = market.slice(0, 20);
    const first = sourceOf(few, 'first of many');
    await engine.ask(first.source, 'appraise', about);
    for (let n = 0; n < 60; n++) await engine.ask(sourceOf(few, `other ${n}`).source, 'appraise', about);
    await engine.ask(first.source, 'appraise', about);
    expect(first.loads()).toBe(2);
  });

  it('renews the fit of a key that somebody asked about, and makes none for others', async () => {
    const few = market.slice(0, 40);
    const unasked = sourceOf(few, 'unasked');
    await engine.renew(unasked.source);
    const first = sourceOf(few, 'asked');
    await engine.ask(first.source, 'appraise', about);
    await engine.renew(unasked.source);
    expect(unasked.loads()).toBe(0);
    const second = sourceOf(market.slice(0, 60), 'asked', 'second');
    await engine.renew(second.source);
    expect(second.loads()).toBe(1);
    const { value } = await engine.ask(second.source, 'appraise', about);
    expect([second.loads(), value.evidence.comparables]).toEqual([1, 60]);
  });

  it('does not block the server’s thread while it fits thousands of comparables', async () => {
    const many = sourceOf(syntheticMarket({ rows: 6_000, seed: 5 }), 'large');
    let isDone = false;
    let turns = 0;
    const counting = (async () => {
      while (!isDone) {
        turns += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await engine.ask(many.source, 'appraise', about);
    isDone = true;
    await counting;
    // If the fit ran in this thread, it would leave almost no turns after the rows were read.
    expect(turns).toBeGreaterThan(200);
  });

  it('passes on the error of a broken source, and answers the next question', async () => {
    const broken: FitSource = {
      key: 'broken',
      version: '1',
      async *load() {
        yield market.slice(0, 10);
        throw new Error('the database is away');
      },
    };
    await expect(engine.ask(broken, 'appraise', about)).rejects.toThrow('the database is away');
    const { value } = await engine.ask(sourceOf(market, 'broken').source, 'appraise', about);
    expect(value.evidence.comparables).toBe(market.length);
  });

  it('restarts if its thread ends, and asks the questions in progress once more', async () => {
    const program = new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort, threadId } from 'node:worker_threads';
        import { existsSync, writeFileSync } from 'node:fs';
        const mark = process.env.HANGTAG_TEST_MARK;
        parentPort.on('message', (message) => {
          if (!existsSync(mark)) { writeFileSync(mark, ''); process.exit(1); }
          if (message.kind === 'ask') parentPort.postMessage({ kind: 'answer', id: message.id, answer: 'from a new thread' });
        });`)}`,
    );
    using folder = mkdtempDisposableSync(`${tmpdir()}/hangtag-engine-`);
    process.env.HANGTAG_TEST_MARK = `${folder.path}/died`;
    const answer: unknown = await open(program).ask(sourceOf(market, 'lost').source, 'appraise', about);
    expect(answer).toBe('from a new thread');
  });

  it('fails with a message if its thread ends twice', async () => {
    const program = new URL(
      `data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(1));`,
    );
    const failure = await open(program)
      .ask(sourceOf(market, 'lost').source, 'appraise', about)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ code: 'internal', message: 'Couldn’t work out prices. Try again.' });
  });
});
