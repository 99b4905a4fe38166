// What runs inside a tab. The browser sends these functions there as text, so each must be complete in itself.
import type { BrowserApi } from '../platform/browser.ts';

type PageCall = {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers: Record<string, string>;
  body: string | null;
  /** Time left, in ms. */
  withinMs: number;
  /** By this computer's clock. null: whenever the page gets to it. */
  until: number | null;
  /** In characters. */
  largest: number;
};
export type PageReply =
  | { kind: 'answered'; status: number; path: string; headers: Record<string, string>; body: string }
  | { kind: 'too_large' }
  /** A write was redirected. Browsers don't say where to. */
  | { kind: 'redirected' }
  /** Proof that nothing was sent. */
  | { kind: 'too_late' }
  | { kind: 'cut' };

export type PageState = { origin: string; path: string; isOnline: boolean; asksForPerson: boolean };

/** Reads the state of the page without changing it. Fails if the tab shows an error page or another site. */
export function readPageState(): PageState {
  const marks =
    '#captcha-popup, .g-recaptcha, .h-captcha, #px-captcha, iframe[src*="recaptcha/api2/bframe"], iframe[src*="hcaptcha.com/captcha"]';
  return {
    origin: location.origin,
    path: location.pathname,
    isOnline: navigator.onLine,
    asksForPerson: document.querySelector(marks) !== null,
  };
}

/** Sends one request, with the browser's own cookies, origin, and referrer. Never sends it twice. */
export async function callFromPage(call: PageCall): Promise<PageReply> {
  // If the computer slept since the worker's last check, the deadline has passed, and nobody waits for the call anymore.
  if (call.until !== null && Date.now() >= call.until) return { kind: 'too_late' };
  // In Firefox a content script's own fetch is not the page's.
  const page = (globalThis as unknown as { content?: { fetch: typeof fetch } }).content;
  const send = page === undefined ? fetch : page.fetch.bind(page);
  try {
    const reply = await send(new URL(call.path, location.origin).href, {
      method: call.method,
      headers: call.headers,
      body: call.body,
      credentials: 'same-origin',
      cache: 'no-store',
      // If the browser followed redirects, it would send some writes a second time.
      redirect: call.method === 'GET' ? 'follow' : 'manual',
      signal: AbortSignal.timeout(Math.max(call.withinMs, 1)),
    });
    if (reply.type === 'opaqueredirect') return { kind: 'redirected' };
    const listed = ['content-type', 'retry-after', 'x-standin', 'date'];
    const headers: Record<string, string> = {};
    for (const name of listed) {
      const value = reply.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    const decoder = new TextDecoder();
    const reader = reply.body?.getReader();
    let body = '';
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      body += decoder.decode(value, { stream: !done });
      if (body.length > call.largest) {
        void reader.cancel();
        return { kind: 'too_large' };
      }
      if (done) break;
    }
    return { kind: 'answered', status: reply.status, path: new URL(reply.url).pathname, headers, body };
  } catch {
    return { kind: 'cut' };
  }
}

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
