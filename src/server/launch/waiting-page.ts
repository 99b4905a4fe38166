// The page `/starting`, which the command serves until the server is ready, and again if the server has crashed.
import { createHash } from 'node:crypto';
import { paths, startingPage } from '#contract/pages.ts';

export type Waiting = { title: string; text: string; canRestart: boolean };

export const starting = (isFirst: boolean): Waiting => ({
  title: 'Hangtag is starting',
  text: isFirst
    ? 'It’s making its database. That takes up to ten seconds, only this once.'
    : 'This takes a few seconds.',
  canRestart: false,
});

export const updating: Waiting = {
  title: 'Hangtag is being updated',
  text: 'It saves a copy of your data, starts the new version, and comes back here. Nothing is shared until then.',
  canRestart: false,
};

export const notStarted = (why: string): Waiting => ({
  title: 'Hangtag didn’t start',
  text: why === '' ? 'It didn’t say why. In a terminal, hangtag doctor checks your setup.' : why,
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
  canRestart: true,
});

/** Asks how far the start is, and goes on when the server itself answers. */
const script = `
const next = location.pathname === '${startingPage}' ? '${paths.welcome}' : location.href;
const look = async () => {
  try {
    const reply = await fetch('${startingPage}', { headers: { accept: 'application/json' } });
    if (!reply.headers.get('content-type').startsWith('application/json')) return location.replace(next);
    const { title, text, canRestart } = await reply.json();
    document.title = title;
    document.querySelector('h1').textContent = title;
    document.querySelector('p').textContent = text;
    document.querySelector('form').hidden = !canRestart;
  } catch {}
  setTimeout(look, 400);
};
look();
`;

const style = `
:root { color-scheme: light dark; --room: #f3f0ea; --ink: #1d1a17; --ink-2: #57524c; --chore: #1e3fae; --on-chore: #fbfaf7 }
@media (prefers-color-scheme: dark) { :root { --room: #1b1917; --ink: #f2efe9; --ink-2: #b9b3aa; --chore: #a9bcff; --on-chore: #1b1917 } }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; background: var(--room); color: var(--ink);
  font: 1.0625rem/1.5 "Helvetica Neue", Arial, sans-serif }
main { width: min(34rem, 100vw - 2.5rem) }
h1 { margin: 0 0 .5rem; font: 3rem/1.05 "Bodoni 72", Didot, "Times New Roman", serif }
p { margin: 0 0 1.5rem; color: var(--ink-2) }
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

export const waitingPage = ({ title, text, canRestart }: Waiting): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<noscript><meta http-equiv="refresh" content="2"></noscript>
<title>${escaped(title)}</title>
<style>${style}</style>
<main>
<h1>${escaped(title)}</h1>
<p role="status">${escaped(text)}</p>
<form method="post" action="${startingPage}"${canRestart ? '' : ' hidden'}><button>Start Hangtag again</button></form>
</main>
<script>${script}</script>
</html>
`;
