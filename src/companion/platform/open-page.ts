// What the page shows at which the seller clicked the companion: the address of their Hangtag, and a pairing code.
import type { BrowserApi } from './browser.ts';

export type OpenHangtag = { server: string; code: string };

/** null: it's another page. The click lets the companion read this page, and no other. A page of Hangtag makes a code when it hears. */
export async function findOpenHangtag({ tabs, scripting }: BrowserApi): Promise<OpenHangtag | null> {
  try {
    const [tab] = await tabs.query({ active: true, currentWindow: true });
    const [read] = await scripting.executeScript({ target: { tabId: tab?.id ?? -1 }, func: readHangtag, args: [] });
    return read?.result ?? null;
  } catch {
    return null;
  }
}

/** Runs in the page, so it can use nothing from here. Only a page of Hangtag hears of the companion. */
function readHangtag(): OpenHangtag | null {
  if (!document.documentElement.dataset.computer) return null;
  document.dispatchEvent(new Event('hangtag-companion'));
  const shown = document.querySelector<HTMLElement>('[data-pairing-code]');
  return { server: location.origin, code: shown?.dataset.pairingCode ?? '' };
}

/** The part of the settings page's address that says what was found. No web page can open that page. */
export const written = (found: OpenHangtag | null): string => `#pair&${new URLSearchParams(found ?? {})}`;
