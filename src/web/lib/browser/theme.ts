// The seller's choice of theme.
import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const kept = (): Theme => {
  try {
    return themes.find((theme) => theme === localStorage.getItem('theme')) ?? 'system';
  } catch {
    return 'system';
  }
};

/** `/theme.js` reads the same storage key before the first paint. */
export const useTheme = (): [Theme, (theme: Theme) => void] => {
  const theme = useSyncExternalStore(subscribe, kept);
  return [theme, chooseTheme];
};

const subscribe = (draw: () => void) => {
  addEventListener('themechange', draw);
  addEventListener('storage', draw);
  return () => {
    removeEventListener('themechange', draw);
    removeEventListener('storage', draw);
  };
};

const chooseTheme = (theme: Theme): void => {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Without storage, the theme keeps following the system.
  }
  dispatchEvent(new Event('themechange'));
};
