// Closes the menu that replaces the bar's links on phones.

/** Escape, choosing an item, and a click outside close the menu. */
export const foldMenu = (): void => {
  const menu = document.querySelector<HTMLDetailsElement>('.site-menu');
  if (!menu) return;
  const close = (): void => {
    menu.open = false;
  };
  document.addEventListener('click', ({ target }) => {
    const isInside = target instanceof Node && menu.contains(target);
    const isLink = target instanceof Element && target.closest('a') !== null;
    if (!isInside || isLink) close();
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    close();
    menu.querySelector('summary')?.focus();
  });
};
