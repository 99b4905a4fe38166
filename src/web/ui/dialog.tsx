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
  /** The buttons at the bottom. A dialog with several forms has its buttons in the forms. */
  actions?: ReactNode;
  className?: string;
  /** Escape does not close the dialog, because closing it has consequences. */
  isFirm?: boolean;
};

/**
 * Uses the browser's own dialog element. It traps the focus, closes on Escape, makes the page inert, and returns the focus. It
 * also needs no style tag, which the content security policy would refuse. While it is open toasts appear inside it, because
 * everything outside a modal dialog is out of reach.
 */
export const Dialog = ({ title, isOpen, onClose, children, actions, className = '', isFirm = false }: Props) => {
  const heading = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // `showModal` is a method of the element. No attribute opens a modal dialog.
  useEffect(() => {
    const element = dialog.current;
    if (isOpen && element && !element.open) element.showModal();
    if (!isOpen && element?.open) element.close();
    if (isOpen && element) return hostToasts(element);
  }, [isOpen]);
  // React lets the close event of a dialog inside this one bubble up, so only this dialog's own event counts. When the owner
  // closes the dialog the event fires later, and by then the owner may have opened the next one.
  const close = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (isOpen && event.target === event.currentTarget) onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`.trim()}
      aria-labelledby={isOpen ? heading : undefined}
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
