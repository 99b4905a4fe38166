// Changes the theme from a public page.

const themes = ['system', 'light', 'dark'] as const;

const chosen = (): (typeof themes)[number] =>
  themes.find((theme) => theme === document.documentElement.dataset.themeChoice) ?? 'system';
const next = () => themes[(themes.indexOf(chosen()) + 1) % themes.length] ?? 'system';

/** `/theme.js` stores the choice and applies it, both here and in the app. */
export const turnThemes = (): void => {
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
