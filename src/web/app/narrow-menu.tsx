// The menu that holds the top bar's links on narrow screens.
import { Menu } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { appMessages } from '#web/messages/app.ts';

const messages = appMessages.header;

/** The browser's own popover: Escape, a press beside it and a choice in it close it. */
export const NarrowMenu = ({ children }: { children: ReactNode }) => {
  const menu = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button className="iconbtn narrow-only" type="button" popoverTarget="menu" aria-label={messages.menu}>
        <Menu className="ic" aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the press of what is chosen rises up to here, by key as well */}
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
