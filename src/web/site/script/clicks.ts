// Counts clicks on the public pages' buttons, and passes on that a visitor wants to start.
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

/** Whoever starts has no account yet, so the auth screen opens with its form for one (`takeAuthTab`). */
export const openWithNewAccount = (): void =>
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element && target.closest('[data-click="start-free"], [data-click="get-started"]'))) return;
    try {
      sessionStorage.setItem('auth-tab', 'register');
    } catch {
      // Without storage, it opens as usual.
    }
  });
