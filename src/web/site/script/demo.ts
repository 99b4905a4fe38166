// Opens a demo from a public page.
import { siteMessages } from '#web/messages/site/site.ts';
import { routes } from './calls.ts';

type Answer = { kind: 'opened' } | { kind: 'failed'; why: string };

const openDemo = async (): Promise<Answer> => {
  try {
    const reply = await fetch(routes.demo, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
      body: JSON.stringify({ timezone: Intl.DateTimeFormat().resolvedOptions().timeZone || undefined }),
    });
    if (reply.ok) return { kind: 'opened' };
    const body: unknown = await reply.json();
    const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : null;
    return { kind: 'failed', why: typeof message === 'string' ? message : siteMessages.demoUnreachable };
  } catch {
    return { kind: 'failed', why: siteMessages.demoUnreachable };
  }
};

/** Watch Demo opens a demo account at once. An error shows beside the button. */
export const openDemos = (): void => {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-demo]')) {
    const note = document.getElementById('demo-note');
    const say = (text: string, hasFailed: boolean): void => {
      if (!note) return;
      note.textContent = text;
      note.classList.toggle('failed', hasFailed);
    };
    button.addEventListener('click', async () => {
      if (button.ariaDisabled === 'true') return;
      // A demo session would replace the seller's own session.
      if (document.documentElement.dataset.signedIn !== undefined)
        return say(
          'You’re signed in. The demo uses a separate guest account. Log out first, or open your dashboard.',
          false,
        );
      button.ariaDisabled = 'true';
      say('Opening a practice closet…', false);
      const answer = await openDemo();
      if (answer.kind === 'opened') return location.assign(button.dataset.demo ?? '/');
      button.ariaDisabled = null;
      say(`The demo didn’t open. ${answer.why}`, true);
    });
  }
};
