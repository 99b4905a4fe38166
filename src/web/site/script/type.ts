// Replaces the page's stand-in fonts with its own fonts when they have loaded.

const place = 'type';
/** The subset fonts for English text (`fonts.css`). The full ones load only for a letter outside the subset. */
const cut = /^U\+0*20-0*7E/i;
/** Letter spacings to try, in em, so that a block keeps its number of lines. They are too small to see. */
const steps = [0.004, 0.008, 0.012, 0.016, 0.02, 0.024];

/**
 * If the fonts are in the browser's cache, the page uses them at once. Otherwise the page is drawn with stand-ins first, then the
 * fonts are loaded and applied so that nothing moves.
 */
export const setType = (): void => {
  if (kept() === 'set' || !PerformanceObserver.supportedEntryTypes.includes('paint')) {
    set();
    return;
  }
  const painted = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    painted.disconnect();
    const faces = [...document.fonts].filter(({ unicodeRange }) => cut.test(unicodeRange));
    void Promise.all(faces.map((face) => face.load())).then(setInPlace, set);
  });
  painted.observe({ type: 'paint', buffered: true });
};

function set(): void {
  document.documentElement.dataset.type = 'set';
}

/** Visible text whose number of lines would change gets slightly different letter spacing. */
function setInPlace(): void {
  const inSight = [...document.querySelectorAll<HTMLElement>('h1, h2, h3, p, li, summary, td, th')].filter(
    (block) => block.getBoundingClientRect().top < innerHeight,
  );
  const before = inSight.map((block) => block.offsetHeight);
  set();
  keep();
  inSight.forEach((block, at) => {
    const was = before[at] ?? 0;
    const change = block.offsetHeight - was;
    if (change === 0) return;
    const own = Number.parseFloat(getComputedStyle(block).letterSpacing) || 0;
    const size = Number.parseFloat(getComputedStyle(block).fontSize);
    const fits = steps.some((step) => {
      block.style.letterSpacing = `${own - Math.sign(change) * step * size}px`;
      return block.offsetHeight === was;
    });
    if (!fits) block.style.letterSpacing = '';
  });
}

function kept(): string | null {
  try {
    return sessionStorage.getItem(place);
  } catch {
    return null;
  }
}

function keep(): void {
  try {
    sessionStorage.setItem(place, 'set');
  } catch {
    // Without storage, every page applies its fonts after the first paint.
  }
}
