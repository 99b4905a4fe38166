// Keeps the keyboard's place when a press takes away the control that had the focus, as Start Bot does when the bot runs.

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex="0"]';
/** Beyond these is another part of the screen, where the seller was not. */
const ends = 'main, body, #root, dialog:not([open])';

/** Only for those who use the keyboard: a pointer has no place to lose. */
export const keepFocus = (): void => {
  /** The control that had the focus last, and what contains it, from the inside out. */
  let path: HTMLElement[] = [];
  let isByKeys = false;
  const look = () => {
    const [last, ...around] = path;
    const present = document.activeElement;
    const isLost = present === null || present === document.body || present.matches(':disabled');
    if (!isByKeys || !isLost || last === undefined || (last.isConnected && !last.matches(':disabled'))) return;
    path = [];
    for (const place of around) {
      if (!place.isConnected) continue;
      if (place.matches(ends)) return;
      const next = [...place.querySelectorAll<HTMLElement>(focusable)].find((one) => one.checkVisibility());
      const home = next ?? (place.tabIndex === -1 && place.hasAttribute('tabindex') ? place : undefined);
      if (home !== undefined) return home.focus({ preventScroll: true });
    }
  };
  addEventListener('keydown', () => {
    isByKeys = true;
  });
  addEventListener('pointerdown', () => {
    isByKeys = false;
  });
  addEventListener('focusin', ({ target }) => {
    path = [];
    for (let one = target instanceof HTMLElement ? target : null; one !== null; one = one.parentElement) path.push(one);
  });
  // In the next frame, because dialogs and forms that close return the focus on their own.
  const observer = new MutationObserver(() => requestAnimationFrame(look));
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
};
