// The wire through a seller's own browser: the second way for a call to reach the marketplace.

import type { Carried, Carry } from '#domain/ports/carrier.ts';
import type { Exchange } from './exchange.ts';
import type { Outgoing, Wire } from './wire.ts';

/** The browser writes these itself, and lets no script write them. */
const ofTheBrowser: ReadonlySet<string> = new Set(['cookie', 'origin', 'referer', 'user-agent']);

/** Never rejects, and never sends a request twice: a browser carries a call once. */
export function openBrowserWire(carry: Carry): Wire {
  return {
    async send({ method, path, headers, body, deadlineMs, mayLeave }) {
      if (deadlineMs <= 0 || mayLeave?.() === false) return notSent;
      const carried = await carry({ method, path, headers: named(headers), body: body ?? null, deadlineMs, mayLeave });
      return exchangeOf(carried, path);
    },
    close: async () => {},
  };
}

const notSent: Exchange = { kind: 'no_answer', sent: false, reason: 'unreachable' };

function named(headers: Outgoing['headers']): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index]?.toLowerCase() ?? '';
    if (!ofTheBrowser.has(name)) pairs[name] = headers[index + 1] ?? '';
  }
  return pairs;
}

function exchangeOf(carried: Carried, asked: string): Exchange {
  switch (carried.kind) {
    case 'not_sent':
      if (carried.reason === 'asks_seller') return { kind: 'refused', asksSeller: true };
      return carried.reason === 'not_allowed' ? { kind: 'refused' } : notSent;
    case 'cut':
      return { kind: 'no_answer', sent: true, reason: 'cut' };
    case 'too_large':
      return { kind: 'too_large' };
    case 'answered': {
      // A browser follows redirects. A reply from another path is reported as the redirect that led there.
      if (pathOf(carried.path) !== pathOf(asked))
        return { kind: 'answer', status: 302, headers: { location: carried.path }, body: '' };
      const { status, headers, body } = carried;
      return { kind: 'answer', status, headers, body };
    }
  }
}

const pathOf = (path: string): string => path.split(/[?#]/, 1)[0] ?? '';
