// Sets the page in its own fonts once they are there.

const place = 'type';
/** The faces that are cut for English text (`fonts.css`); the whole ones wait for a letter that is not among them. */
const cut = /^U\+0*20-0*7E/i;
/** Letter spacing by which a block of text may differ to keep its lines, in its own size: no eye sees it. */
const steps = [0.004, 0.008, 0.012, 0.016, 0.02, 0.024];

/**
 * Has the page set in its own faces. A visit that has had them once finds them in the cache and sets them at once. Any other
 * first paints the page as it stands, fetches them then, and sets them so that nothing moves.
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

/** A text in sight that would take a line more or less than before is set a little closer or wider. */
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
    // A browser that keeps nothing sets each page after its first paint.
  }
}
