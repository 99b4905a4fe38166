// The button that changes the theme.
import { Monitor, Moon, Sun } from 'lucide-react';
import { siteMessages } from '#web/messages/site/site.ts';

/** Goes round the three themes. Its drawing follows the choice by the style sheet, its name by the script. */
export const ThemeButton = () => (
  <button
    className="iconbtn needs-script"
    type="button"
    data-theme-button=""
    aria-label={siteMessages.themeWithoutScript}
  >
    <Monitor className="ic on-system" aria-hidden="true" />
    <Sun className="ic on-light" aria-hidden="true" />
    <Moon className="ic on-dark" aria-hidden="true" />
  </button>
);
