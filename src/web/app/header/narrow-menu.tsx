// The menu that holds the top bar's links on narrow screens.

import { type ReactNode, useRef, useState } from 'react';
import { appMessages } from '#web/messages/app.ts';
import { Menu } from '#web/ui/icons.tsx';

const messages = appMessages.header;

/** Uses the browser's popover. Escape, a click outside, and choosing an item close it. */
export const NarrowMenu = ({ children }: { children: ReactNode }) => {
  const menu = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button className="iconbtn narrow-only" type="button" popoverTarget="menu" aria-label={messages.menu}>
        <Menu className="ic" aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: clicks on the links bubble up to here, and so does the Enter key */}
      <nav
        ref={menu}
        id="menu"
        popover="auto"
        className="menu"
        aria-label={messages.menu}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onClick={() => menu.current?.hidePopover()}
      >
        {isOpen && children}
      </nav>
    </>
  );
};
