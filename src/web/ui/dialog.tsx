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
  /** The buttons at the end. A dialog of several forms has its buttons in the forms. */
  actions?: ReactNode;
  className?: string;
  /** Escape does not close it: closing it has consequences. */
  isFirm?: boolean;
};

/**
 * The browser's own dialog brings the focus trap, Escape, the inert page and the return of the focus. It also needs no style
 * tag, which the content security policy would refuse. While it is open toasts appear inside it, because everything outside
 * a modal is out of reach.
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
  // React lets the close event of a dialog that was opened from this one bubble up to here: only our own counts. A dialog
  // that its owner closed fires late: by then the owner may have opened the next one.
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
