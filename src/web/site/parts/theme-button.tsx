// The button that changes the theme.

import { Monitor, Moon, Sun } from '#web/ui/icons.tsx';

/** Cycles through the three themes. The style sheet changes the icon, the script changes the accessible name. */
export const ThemeButton = () => (
  <button className="iconbtn needs-script" type="button" data-theme-button="" aria-label="Theme">
    <Monitor className="ic on-system" aria-hidden="true" />
    <Sun className="ic on-light" aria-hidden="true" />
    <Moon className="ic on-dark" aria-hidden="true" />
  </button>
);
