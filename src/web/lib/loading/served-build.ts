// Finds out whether the server still serves the build that this page runs.

export type ServedBuild = 'same' | 'other' | 'no answer';

/** The app's entry script in a page's HTML. Its name contains a hash of its content. */
const entryOf = (html: string): string | undefined => /<script[^>]*\ssrc="(\/assets\/app-[^"]+\.js)"/.exec(html)?.[1];

export const compareBuilds = async (): Promise<ServedBuild> => {
  const own = entryOf(document.documentElement.innerHTML);
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store', headers: { accept: 'text/html' } });
    const served = answer.ok ? entryOf(await answer.text()) : undefined;
    // A page without our script comes from a proxy, not from our server.
    if (served === undefined) return 'no answer';
    return served === own ? 'same' : 'other';
  } catch {
    return 'no answer';
  }
};
