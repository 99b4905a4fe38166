// Counts clicks on the public pages' buttons.
import { routes } from './calls.ts';

/** Sends the button's name and nothing else: no cookies. */
export const countClicks = (): void => {
  document.addEventListener('click', ({ target }) => {
    const click = target instanceof Element && target.closest<HTMLElement>('[data-click]')?.dataset.click;
    if (!click) return;
    // The click may leave the page, and the request must still be sent.
    fetch(routes.clicked, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body: JSON.stringify({ click }),
    }).catch(() => undefined);
  });
};
