// What the page shows at which the seller clicked the companion: the address of their Hangtag, and a pairing code.
import type { BrowserApi } from './browser.ts';

/**
 * Both as the parameters of an address; nothing for another page. The click lets the companion read this page, and no other. A page of
 * Hangtag makes a code when it hears of the companion.
 */
export async function readOpenPage({ tabs, scripting }: BrowserApi): Promise<string> {
  try {
    const [tab] = await tabs.query({ active: true, currentWindow: true });
    const [read] = await scripting.executeScript({ target: { tabId: tab?.id ?? -1 }, func: readHangtag, args: [] });
    return read?.result ?? '';
  } catch {
    return '';
  }
}

/** Runs in the page, so it can use nothing from here. Only a page of Hangtag hears of the companion. */
function readHangtag(): string {
  if (!document.documentElement.dataset.computer) return '';
  document.dispatchEvent(new Event('hangtag-companion'));
  const code = document.querySelector<HTMLElement>('[data-pairing-code]')?.dataset.pairingCode ?? '';
  return `address=${encodeURIComponent(location.origin)}&code=${code}`;
}
