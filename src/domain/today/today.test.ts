import { describe, expect, it } from 'vitest';
import { firstSteps } from './first-steps.ts';
import { mostListings, mostTasks, type TodayFacts, type TodayKind, tasksOf, todayKinds } from './today.ts';

const done = { isConnected: true, hasListings: true, hasStarted: true, hasCompared: true, sellsMore: true };
const nothing: TodayFacts = {
  marketplace: 'Poshmark',
  need: null,
  reprice: { listingIds: [], changeCents: 0 },
  offers: null,
  drops: { listingIds: [], offCents: null },
  quiet: { listingIds: [], count: 0, askingCents: null },
  salesWithoutCost: 0,
  reportAgeDays: null,
  steps: firstSteps(done),
};
const noOffers = { wait: null, listingIds: [], profitCents: null, withoutProfit: 0, heldBack: [] };
const everything: TodayFacts = {
  ...nothing,
  need: { kind: 'pause', reason: 'human_check' },
  reprice: { listingIds: ['1', '2'], changeCents: 1400 },
  offers: { wait: null, listingIds: ['4'], profitCents: 5800, withoutProfit: 0, heldBack: ['5'] },
  drops: { listingIds: ['6', '7'], offCents: 900 },
  quiet: { listingIds: ['3'], count: 1, askingCents: 4800 },
  salesWithoutCost: 18,
  reportAgeDays: 45,
  steps: firstSteps({ ...done, hasCompared: false }),
};
const tasks = (change: Partial<TodayFacts>, snoozed: TodayKind[] = []) =>
  tasksOf({ ...nothing, ...change }, new Set(snoozed));

describe('the tasks of a day', () => {
  it('are none if there is nothing to do', () => {
    expect(tasks({})).toEqual([]);
  });

  it('come in the order of their kinds, at most seven', () => {
    const kinds = tasks(everything).map(({ kind }) => kind);
    expect(kinds).toEqual(todayKinds.filter((kind) => kinds.includes(kind)));
    expect(kinds).toHaveLength(mostTasks);
    expect(kinds).not.toContain('checklist');
  });

  it('leave out what was put off, and make room for the next', () => {
    expect(tasks(everything, ['needs_you', 'stale']).map(({ kind }) => kind)).toEqual([
      'reprice',
      'offers_ready',
      'drops_due',
      'cost_missing',
      'report_old',
      'checklist',
    ]);
  });

  it.each<[string, Partial<TodayFacts>, TodayKind, number, number | null]>([
    ['a check', { need: { kind: 'pause', reason: 'human_check' } }, 'needs_you', 1, null],
    ['a code', { need: { kind: 'code' } }, 'needs_you', 1, null],
    ['a browser that is closed', { need: { kind: 'browser' } }, 'needs_you', 1, null],
    ['a closet that can’t be reached', { need: { kind: 'connection' } }, 'needs_you', 1, null],
    ['higher prices', { reprice: { listingIds: ['1', '2'], changeCents: 1400 } }, 'reprice', 2, 1400],
    ['lower prices', { reprice: { listingIds: ['1'], changeCents: -350 } }, 'reprice', 1, -350],
    ['prices up and down', { reprice: { listingIds: ['1', '2'], changeCents: 0 } }, 'reprice', 2, 0],
    ['offers', { offers: { ...noOffers, listingIds: ['4', '5'], profitCents: 5800 } }, 'offers_ready', 2, 5800],
    ['offers at a loss', { offers: { ...noOffers, listingIds: ['4'], profitCents: -120 } }, 'offers_ready', 1, -120],
    ['offers without cost', { offers: { ...noOffers, listingIds: ['4'], withoutProfit: 1 } }, 'offers_ready', 1, null],
    ['offers that a floor holds back', { offers: { ...noOffers, heldBack: ['4'] } }, 'offers_ready', 1, null],
    ['offers, no bot', { offers: { ...noOffers, wait: 'not_running', listingIds: ['4'] } }, 'offers_ready', 1, null],
    ['price drops', { drops: { listingIds: ['6', '7'], offCents: 900 } }, 'drops_due', 2, -900],
    ['price drops in two currencies', { drops: { listingIds: ['6', '7'], offCents: null } }, 'drops_due', 2, null],
    ['quiet listings', { quiet: { listingIds: ['3'], count: 1, askingCents: 4800 } }, 'stale', 1, 4800],
    ['quiet ones in two currencies', { quiet: { listingIds: ['3'], count: 1, askingCents: null } }, 'stale', 1, null],
    ['sales without a cost', { salesWithoutCost: 1200 }, 'cost_missing', 1200, null],
    ['a report of 31 days ago', { reportAgeDays: 31 }, 'report_old', 1, null],
    ['first steps', { steps: firstSteps({ ...done, hasStarted: false, hasCompared: false }) }, 'checklist', 2, null],
  ])('say what %s are worth, and where to do it', (_, facts, kind, count, amountCents) => {
    const [task, ...others] = tasks(facts);
    expect(others).toEqual([]);
    expect(task).toMatchObject({ kind, count, amountCents });
    for (const words of [task?.title, task?.detail, task?.action.label]) expect(words).toMatch(/\w/);
    expect(task?.action.href).toMatch(/^\/[a-z]/);
  });

  it('write amounts with their sign, and large numbers with a comma', () => {
    const some = { ...noOffers, listingIds: ['4', '5'], profitCents: 5800, withoutProfit: 1, heldBack: ['6'] };
    expect(tasks({ offers: some })[0]?.detail).toMatch(/\$58.* 1 .* 1 /);
    expect(tasks({ reprice: { listingIds: ['1'], changeCents: -123_400 } })[0]?.detail).toContain('−$1,234');
    expect(tasks({ reprice: { listingIds: ['1'], changeCents: 1400 } })[0]?.detail).toContain('+$14');
    expect(tasks({ salesWithoutCost: 1200 })[0]?.title).toContain('1,200');
  });

  it.each([
    ['a report of 30 days ago', { reportAgeDays: 30 }],
    ['no report at all', { reportAgeDays: null }],
    ['offers on hold', { offers: { ...noOffers, wait: 'on_hold' as const, listingIds: ['4'] } }],
    ['offers that are on their way', { offers: { ...noOffers, wait: 'busy' as const, listingIds: ['4'] } }],
    ['no offers at all', { offers: noOffers }],
  ])('have none for %s', (_, facts) => {
    expect(tasks(facts)).toEqual([]);
  });

  it('name the marketplace in the middle of a sentence and at its start', () => {
    const [code] = tasks({ need: { kind: 'code' }, marketplace: 'the practice marketplace' });
    expect(code?.title).toMatch(/^The practice marketplace /);
  });

  it('name at most 500 listings, and count all', () => {
    const listingIds = Array.from({ length: mostListings + 1 }, (_, id) => String(id));
    const [task] = tasks({ quiet: { listingIds, count: 3000, askingCents: null } });
    expect(task?.count).toBe(3000);
    expect(task?.listingIds).toHaveLength(mostListings);
  });

  it('lead through the first steps in order', () => {
    const hrefs = (change: Partial<typeof done>) =>
      tasks({ steps: firstSteps({ ...done, ...change }) })[0]?.action.href;
    expect(hrefs({ isConnected: false, hasListings: false, hasStarted: false, hasCompared: false })).toContain(
      'marketplace',
    );
    expect(hrefs({ hasListings: false, hasCompared: false })).toContain('closet');
    expect(hrefs({ hasCompared: false })).toContain('optimizer');
    expect(hrefs({ sellsMore: false })).toBe('/selling');
  });
});
