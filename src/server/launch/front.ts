// Holds the port while no server does, and answers everybody with the waiting page.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { paths, startingPage } from '#contract/pages.ts';

export type Front = {
  port: number;
  show(waiting: Waiting): void;
  /** Resolves when somebody asks for another start on the page. */
  restart: Promise<void>;
  /** Gives an open page the time to read what is shown now. */
  read(): Promise<void>;
  close(): Promise<void>;
};

const lookEveryMs = 400;

/** Rejects with the system's error if it can't listen. */
export async function openFront(port: number, host: string, first: Waiting): Promise<Front> {
  let shown = first;
  let askedAt = Number.NEGATIVE_INFINITY;
  const restart = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    response.setHeader('cache-control', 'no-store');
    response.setHeader('connection', 'close');
    response.setHeader('x-content-type-options', 'nosniff');
    const isPage = request.url === startingPage;
    if (isPage && request.method === 'POST' && shown.canRestart && isOwnPage(request)) {
      restart.resolve();
      return void response.writeHead(303, { location: startingPage }).end();
    }
    const wantsJson = request.headers.accept === 'application/json';
    if (isPage && wantsJson) {
      askedAt = performance.now();
      return reply(response, 200, 'application/json', JSON.stringify(shown));
    }
    response.setHeader('retry-after', '2');
    if (!isPage && (wantsJson || isForPrograms(request.url ?? '')))
      return reply(response, 503, 'application/json', JSON.stringify({ error: 'unavailable', message: shown.title }));
    response.setHeader('content-security-policy', contentSecurityPolicy);
    reply(response, isPage ? 200 : 503, 'text/html; charset=utf-8', waitingPage(shown));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    show(waiting) {
      shown = waiting;
    },
    restart: restart.promise,
    async read() {
      const shownAt = performance.now();
      while (shownAt - askedAt < 3 * lookEveryMs && askedAt < shownAt && performance.now() - shownAt < 5 * lookEveryMs)
        await sleep(lookEveryMs / 4);
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const isForPrograms = (url: string): boolean => /^\/(api\/|healthz|readyz|metrics)/.test(url);

/** No other site may start anything here. */
const isOwnPage = ({ headers }: IncomingMessage): boolean =>
  ['same-origin', 'none', undefined].includes(headers['sec-fetch-site']?.toString());

const reply = (response: ServerResponse, status: number, type: string, body: string): void => {
  response.writeHead(status, { 'content-type': type }).end(body);
};

/** `isUnderWay`: something happens that ends by itself. */
export type Waiting = { title: string; text: string; isUnderWay: boolean; canRestart: boolean };

export const starting = (isFirst: boolean): Waiting => ({
  title: 'Hangtag is starting',
  text: isFirst
    ? 'It’s making its database. That takes up to ten seconds, only this once.'
    : 'This takes a few seconds.',
  isUnderWay: true,
  canRestart: false,
});

export const updating: Waiting = {
  title: 'Hangtag is being updated',
  text: 'It saves a copy of your data, starts the new version, and comes back here. Nothing is shared until then.',
  isUnderWay: true,
  canRestart: false,
};

export const notStarted = (why: string): Waiting => ({
  title: 'Hangtag didn’t start',
  text: why === '' ? 'It didn’t say why. In a terminal, hangtag doctor checks your setup.' : why,
  isUnderWay: false,
  canRestart: false,
});

/**
 * `signal`: what ended the server. These two are how a system and Node.js end what takes more memory than there is. `updatedTo`: a
 * version that is there since less than a day.
 */
export const crashed = (signal: NodeJS.Signals | null, updatedTo: string | null = null): Waiting => ({
  title: 'Hangtag stopped unexpectedly',
  text: `${
    signal === 'SIGKILL' || signal === 'SIGABRT'
      ? 'Most likely this computer ran out of memory: close other programs. '
      : ''
  }Nothing is shared until Hangtag runs again. Your data is safe: shares that were under way are counted, and none is sent twice. If this happens again, run hangtag doctor in a terminal.${
    updatedTo === null
      ? ''
      : ` It was updated to ${updatedTo} today. That version started well and has worked since, so Hangtag doesn’t go back on its own: the version before would know nothing of that work.`
  }`,
  isUnderWay: false,
  canRestart: true,
});

/** Asks how far the start is, and goes on when the server itself answers. */
const script = `
const next = location.pathname === '${startingPage}' ? '${paths.welcome}' : location.href;
const look = async () => {
  try {
    const reply = await fetch('${startingPage}', { headers: { accept: 'application/json' } });
    if (!reply.headers.get('content-type').startsWith('application/json')) return location.replace(next);
    const { title, text, isUnderWay, canRestart } = await reply.json();
    document.title = title;
    document.querySelector('h1').textContent = title;
    document.querySelector('p').textContent = text;
    document.querySelector('hr').hidden = !isUnderWay;
    document.querySelector('form').hidden = !canRestart;
  } catch {}
  setTimeout(look, 400);
};
look();
`;

const style = `
:root { color-scheme: light dark; --room: #f4f0ea; --ink: #1d1a17; --ink-2: #57524c; --chore: #1e3fae; --on-chore: #fbfaf7 }
@media (prefers-color-scheme: dark) { :root { --room: #12100e; --ink: #f2efe9; --ink-2: #b9b3aa; --chore: #a9bcff; --on-chore: #12100e } }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; background: var(--room); color: var(--ink);
  font: 1.0625rem/1.5 "Helvetica Neue", Arial, sans-serif }
main { width: min(34rem, 100vw - 2.5rem) }
svg { display: block; width: 2.75rem; margin-bottom: 1.25rem }
path:first-child { fill: var(--ink) } circle { fill: var(--room) } path:last-child { fill: none; stroke: var(--chore); stroke-width: 1.5; stroke-linecap: round }
h1 { margin: 0 0 .5rem; font: clamp(2.25rem, 10vw, 3rem)/1.05 "Bodoni 72", Didot, "Times New Roman", serif }
p { margin: 0 0 1.5rem; color: var(--ink-2) }
hr { height: 2px; margin: 0; border: 0; background: linear-gradient(90deg, transparent 25%, var(--chore) 50%, transparent 75%) 0 / 50% no-repeat; animation: wait 2s linear infinite }
@keyframes wait { from { background-position: -100% } to { background-position: 200% } }
@media (prefers-reduced-motion: reduce) { hr { display: none } }
button { min-height: 44px; padding: 0 1.25rem; border: 0; border-radius: 5px; background: var(--chore); color: var(--on-chore); font: inherit; cursor: pointer }
`;

export const contentSecurityPolicy = `default-src 'none'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; ${(
  [
    ['script-src', script],
    ['style-src', style],
  ] as const
)
  .map(([kind, text]) => `${kind} 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  .join('; ')}`;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export const waitingPage = ({ title, text, isUnderWay, canRestart }: Waiting): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<noscript><meta http-equiv="refresh" content="2"></noscript>
<title>${escaped(title)}</title>
<style>${style}</style>
<main>
<svg viewBox="1 2.5 22 21" aria-hidden="true"><path d="M9.5 5h11.2c1 0 1.8.8 1.8 1.8v14.4c0 1-.8 1.8-1.8 1.8H9.5L4 17.5v-7z"/><circle cx="9.6" cy="14" r="2"/><path d="M9.6 14C6 14 1.5 11 1.5 3"/></svg>
<h1>${escaped(title)}</h1>
<p role="status">${escaped(text)}</p>
<hr${isUnderWay ? '' : ' hidden'}>
<form method="post" action="${startingPage}"${canRestart ? '' : ' hidden'}><button>Start Hangtag again</button></form>
</main>
<script>${script}</script>
</html>
`;
