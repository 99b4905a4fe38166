// The modal dialog.
import { X } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { hostToasts } from './toast-store.ts';
import './button.css';
import './dialog.css';
import { uiMessages } from '#web/messages/ui.ts';

type Props = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** The answers to its question; a dialog of several forms has its buttons in them. */
  actions?: ReactNode;
  className?: string;
  /** Escape does not close it: it would take more along than a question. */
  isFirm?: boolean;
};

/**
 * A modal question. The browser's own dialog: focus trap, Escape, inert page and return of the focus come with it, and it
 * needs no style tag, which the content security policy would refuse. Toasts are shown in it while it is open, because all
 * that is outside of a modal is out of reach.
 */
export const Dialog = ({ title, isOpen, onClose, children, actions, className = '', isFirm = false }: Props) => {
  const heading = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Opening a modal is a method of the element, not an attribute.
  useEffect(() => {
    const element = dialog.current;
    if (isOpen && element && !element.open) element.showModal();
    if (!isOpen && element?.open) element.close();
    if (isOpen && element) return hostToasts(element);
  }, [isOpen]);
  // A dialog that was opened from here closes by an event that React lets rise to this one; and a dialog that was closed by
  // its owner tells so too late to be news: by then the owner may have opened the next one.
  const close = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (isOpen && event.target === event.currentTarget) onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`.trim()}
      aria-labelledby={heading}
      onClose={close}
      onCancel={isFirm ? (event) => event.preventDefault() : undefined}
    >
      {isOpen && (
        <div className="dialog-paper">
          <h2 className="h-title" id={heading}>
            {title}
          </h2>
          <button type="button" className="iconbtn dialog-close" aria-label={uiMessages.close} onClick={onClose}>
            <X className="ic" aria-hidden="true" />
          </button>
          <div className="dialog-text">{children}</div>
          {actions !== undefined && <div className="dialog-actions">{actions}</div>}
        </div>
      )}
    </dialog>
  );
};
