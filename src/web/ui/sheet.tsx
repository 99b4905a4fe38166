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
  /** A small line over the title. */
  over: string;
  title: string;
  /** Beside the title: a thumbnail. */
  aside?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
};

/**
 * On phones it fills the screen. The browser's own modal dialog keeps the focus inside, closes on Escape and returns the
 * focus. While it is open toasts appear inside it, because everything outside a modal is out of reach.
 */
export const Sheet = ({ isOpen, onClose, closeWord, over, title, aside, foot, children }: Props) => {
  const heading = useId();
  const sheet = useRef<HTMLDialogElement>(null);
  // Opening a modal is a method of the element, not an attribute.
  useEffect(() => {
    const element = sheet.current;
    if (!element) return;
    if (isOpen && !element.open) element.showModal();
    if (!isOpen && element.open) element.close();
    if (isOpen) return hostToasts(element);
  }, [isOpen]);
  // React lets the close event of a dialog that was opened from this one bubble up to here: only our own counts. A sheet
  // that its owner closed fires late: by then the owner may have opened the next one.
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
