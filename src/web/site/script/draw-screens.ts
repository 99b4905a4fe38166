// Lays out the product's screens once the page is in use.

const signs = ['scroll', 'resize', 'pointermove', 'keydown', 'beforeprint'] as const;
const latestMs = 6000;

/** Until then, and without this script, the style sheet leaves out a screen that is not near: the first paint comes sooner. */
export const drawScreens = (): void => {
  const screens = document.querySelectorAll('.shown-screen');
  const draw = (): void => {
    for (const screen of screens) screen.classList.add('drawn');
    for (const sign of signs) removeEventListener(sign, draw);
  };
  for (const sign of signs) addEventListener(sign, draw, { passive: true });
  addEventListener('load', () => setTimeout(draw, latestMs));
};
