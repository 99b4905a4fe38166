// Keeps the keyboard's place when a press takes away the control that had the focus, as Start Bot does when the bot runs.

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex="0"]';
/** Beyond these is another part of the screen, where the seller was not. */
const ends = 'main, body, #root, dialog:not([open])';

/** The `ref` of what takes the place of a button that was pressed. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

const dialogIn = (path: readonly HTMLElement[]): HTMLDialogElement | undefined =>
  path.find((element) => element instanceof HTMLDialogElement);

/** Only for those who use the keyboard: a pointer has no place to lose. */
export const keepFocus = (): void => {
  /** The control that had the focus last, and what contains it, from the inside out. */
  let path: HTMLElement[] = [];
  /** The same of what had it before the dialog that it is in. A dialog can't return it to a control that is gone or disabled. */
  let before: HTMLElement[] = [];
  let isByKeys = false;
  const look = () => {
    const dialog = dialogIn(path);
    const isOver = dialog !== undefined && !dialog.open;
    const [last, ...around] = isOver ? before : path;
    const present = document.activeElement;
    // While a dialog fades, what was pressed in it keeps the focus.
    const isLost =
      present === null ||
      present === document.body ||
      present.matches(':disabled') ||
      (isOver && dialog.contains(present));
    if (!isByKeys || !isLost || last === undefined || (last.isConnected && !last.matches(':disabled'))) return;
    path = [];
    for (const element of around) {
      if (!element.isConnected) continue;
      if (element.matches(ends)) return;
      const next = [...element.querySelectorAll<HTMLElement>(focusable)].find((one) => one.checkVisibility());
      const home = next ?? (element.tabIndex === -1 && element.hasAttribute('tabindex') ? element : undefined);
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
    const left = path;
    path = [];
    for (let one = target instanceof HTMLElement ? target : null; one !== null; one = one.parentElement) path.push(one);
    const dialog = dialogIn(path);
    if (dialog !== undefined && !left.includes(dialog)) before = left;
  });
  // In the next frame, because dialogs and forms that close return the focus on their own.
  const observer = new MutationObserver(() => requestAnimationFrame(look));
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
};
