// A sheet that slides in from the right edge.
import { X } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { hostToasts } from './toast-store.ts';
import './button.css';
import './sheet.css';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  closeWord: string;
  /** A small line above the title. */
  over: string;
  title: string;
  /** A thumbnail beside the title. */
  aside?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
};

/**
 * Fills the screen on phones. The browser's own modal dialog traps the focus, closes on Escape, and returns the focus. While it
 * is open toasts appear inside it, because everything outside a modal dialog is out of reach.
 */
export const Sheet = ({ isOpen, onClose, closeWord, over, title, aside, foot, children }: Props) => {
  const heading = useId();
  const sheet = useRef<HTMLDialogElement>(null);
  // `showModal` is a method of the element. No attribute opens a modal dialog.
  useEffect(() => {
    const element = sheet.current;
    if (!element) return;
    if (isOpen && !element.open) element.showModal();
    if (!isOpen && element.open) element.close();
    if (isOpen) return hostToasts(element);
  }, [isOpen]);
  // React lets the close event of a dialog inside this one bubble up, so only this sheet's own event counts. When the owner
  // closes the sheet the event fires later, and by then the owner may have opened the next one.
  const close = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (isOpen && event.target === event.currentTarget) onClose();
  };
  return (
    <dialog ref={sheet} className="sheet" aria-labelledby={heading} onClose={close} {...{ closedby: 'any' }}>
      {isOpen && (
        <div className="sheet-paper">
          <header className="sheet-head">
            {aside}
            <div>
              <p className="lab">{over}</p>
              <h2 id={heading}>{title}</h2>
            </div>
            <button type="button" className="iconbtn" aria-label={closeWord} onClick={onClose}>
              <X className="ic" aria-hidden="true" />
            </button>
          </header>
          <div className="sheet-body">{children}</div>
          {foot !== undefined && foot !== null && <footer className="sheet-foot">{foot}</footer>}
        </div>
      )}
    </dialog>
  );
};
