// The button that goes through the themes.
import { Monitor, Moon, Sun } from 'lucide-react';
import { type Theme, themes, useTheme } from '#web/lib/browser/theme.ts';
import { appMessages } from '#web/messages/app.ts';

const messages = appMessages.header;
const themeIcons: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon };

export const ThemeToggle = () => {
  const [theme, choose] = useTheme();
  const Icon = themeIcons[theme];
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  return (
    <button
      className="iconbtn"
      type="button"
      aria-label={messages.theme(theme, next)}
      title={messages.themeNow(theme)}
      onClick={() => choose(next)}
    >
      <Icon className="ic" aria-hidden="true" />
    </button>
  );
};
