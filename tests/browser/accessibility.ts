import type { Locator, Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** What WCAG 2.2 asks for at A and AA, and what is good practice beyond. */
const options: RunOptions = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  resultTypes: ['violations'],
  // Style sheets and films are read again for rules that nothing here falls under.
  preload: false,
};

/** What axe finds wrong on the page as it stands, or in one part of it: each rule with the elements that break it. */
export async function violations(page: Page, part: Locator = page.locator(':root')): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return part.evaluate(async (element, wished) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const { violations: found } = await run(element, wished);
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, options);
}
