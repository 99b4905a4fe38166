// The button that goes through the themes.

import { type Theme, themes, useTheme } from '#web/lib/browser/theme.ts';
import { appMessages } from '#web/messages/app.ts';
import { Monitor, Moon, Sun } from '#web/ui/icons.tsx';

const messages = appMessages.header;
const themeIcons: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon };

const useNextTheme = () => {
  const [theme, choose] = useTheme();
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  return { theme, next, chooseNext: () => choose(next) };
};

/** The same as an item of a menu. */
export const ThemeItem = () => {
  const { theme, next, chooseNext } = useNextTheme();
  return (
    <button type="button" onClick={chooseNext}>
      {messages.theme(theme, next)}
    </button>
  );
};

export const ThemeToggle = () => {
  const { theme, next, chooseNext } = useNextTheme();
  const Icon = themeIcons[theme];
  return (
    <button
      className="iconbtn"
      type="button"
      aria-label={messages.theme(theme, next)}
      title={`Theme: ${theme}`}
      onClick={chooseNext}
    >
      <Icon className="ic" aria-hidden="true" />
    </button>
  );
};
