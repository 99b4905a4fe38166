// The script of the public pages. They also work without it.

const unreachable = 'Can’t reach the server. Try again in a moment.';
/** The addresses are repeated here because importing the contract would bring its schemas, which are larger than the pages. */
const routes = { demo: '/api/demo', clicked: '/api/visits/clicks' } as const;

/** Sends the button's name and nothing else: no cookies. */
const countClicks = (): void => {
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
const openWithNewAccount = (): void =>
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element && target.closest('[data-click="start-free"], [data-click="get-started"]'))) return;
    try {
      sessionStorage.setItem('auth-tab', 'register');
    } catch {
      // Without storage, it opens as usual.
    }
  });

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
    return { kind: 'failed', why: typeof message === 'string' ? message : unreachable };
  } catch {
    return { kind: 'failed', why: unreachable };
  }
};

/** Watch Demo opens a demo account at once. An error shows beside the button. */
const openDemos = (): void => {
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

const signs = ['scroll', 'resize', 'pointermove', 'keydown', 'beforeprint'] as const;
const latestMs = 6000;

/** Until then, and without this script, the style sheet leaves out a screen that is not near: the first paint comes sooner. */
const drawScreens = (): void => {
  const screens = document.querySelectorAll('.shown-screen');
  const draw = (): void => {
    for (const screen of screens) screen.classList.add('drawn');
    for (const sign of signs) removeEventListener(sign, draw);
  };
  for (const sign of signs) addEventListener(sign, draw, { passive: true });
  addEventListener('load', () => setTimeout(draw, latestMs));
};

/** Escape, choosing an item, and a click outside close the menu. */
const foldMenu = (): void => {
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

const themes = ['system', 'light', 'dark'] as const;

const chosen = (): (typeof themes)[number] =>
  themes.find((theme) => theme === document.documentElement.dataset.themeChoice) ?? 'system';
const next = () => themes[(themes.indexOf(chosen()) + 1) % themes.length] ?? 'system';

/** `/theme.js` stores the choice and applies it, both here and in the app. */
const turnThemes = (): void => {
  const buttons = [...document.querySelectorAll('[data-theme-button]')];
  const name = (): void => {
    for (const button of buttons) button.setAttribute('aria-label', `Theme: ${chosen()}. Switch to ${next()}`);
  };
  const turn = (): void => {
    try {
      localStorage.setItem('theme', next());
    } catch {
      // Without storage, the theme keeps following the system.
    }
    dispatchEvent(new Event('themechange'));
  };
  for (const button of buttons) button.addEventListener('click', turn);
  addEventListener('themechange', name);
  addEventListener('storage', name);
  name();
};

const place = 'type';
/** The subset fonts for English text (`fonts.css`). The full ones load only for a letter outside the subset. */
const cut = /^U\+0*20-0*7E/i;
/** Letter spacings to try, in em, so that a block keeps its number of lines. They are too small to see. */
const steps = [0.004, 0.008, 0.012, 0.016, 0.02, 0.024];

/** Fonts in the browser's cache are used at once. Others replace stand-ins after the first paint, so that nothing moves. */
const setType = (): void => {
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

setType();
turnThemes();
foldMenu();
drawScreens();
openDemos();
openWithNewAccount();
if (document.documentElement.dataset.counting === 'on') countClicks();
