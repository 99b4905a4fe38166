import type { Page } from '@playwright/test';

/**
 * The times of day on screen that do not name their zone: each `time` must, in its text and in all that it tells when it is
 * pointed at, and each sentence beside the time. Marks inside a drawing stand under the drawing's own heading and label.
 */
export const timesWithoutZone = (page: Page, place: string): Promise<string[]> =>
  page.evaluate((place) => {
    const clock = /\d{1,2}:\d{2}(?::\d{2})? [AP]M/g;
    const isRelative = (text: string) => /^(just now|.* ago)$/.test(text);
    const isNamedIn = (text: string) =>
      [...text.matchAll(clock)].every(({ 0: time, index }) =>
        new RegExp(`^(,? ${place}| to [^.;]*${place})`).test(text.slice(index + time.length)),
      );
    const times = [...document.querySelectorAll('time')].filter(({ textContent, title }) => {
      const isWhole = title.search(clock) !== -1 && title.endsWith(` ${place}`);
      return !isWhole || !(isRelative(textContent) || textContent.endsWith(` ${place}`));
    });
    const labels = [...document.querySelectorAll('[aria-label]')].map((element) => element.ariaLabel ?? '');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode;
      if (parent?.closest('time, script, style, [role=img], [aria-hidden=true]') === null)
        texts.push(textContent ?? '');
    }
    return [...times.map((time) => time.outerHTML), ...[...texts, ...labels].filter((text) => !isNamedIn(text))];
  }, place);
