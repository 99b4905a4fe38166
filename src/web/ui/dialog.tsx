import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import './button.css';
import './dialog.css';

type Props = { title: string; isOpen: boolean; onClose: () => void; children: ReactNode; actions: ReactNode };

/**
 * A modal question. The browser's own dialog: focus trap, Escape, inert page and return of the focus come with it, and it
 * needs no style tag, which the content security policy would refuse.
 */
export const Dialog = ({ title, isOpen, onClose, children, actions }: Props) => {
  const heading = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Opening a modal is a method of the element, not an attribute.
  useEffect(() => {
    const element = dialog.current;
    if (isOpen && element && !element.open) element.showModal();
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={heading} onClose={onClose}>
      {isOpen && (
        <div className="dialog-paper">
          <h2 className="h-title" id={heading}>
            {title}
          </h2>
          <button type="button" className="iconbtn dialog-close" aria-label="Close" onClick={onClose}>
            <X className="ic" aria-hidden="true" />
          </button>
          <div className="dialog-text">{children}</div>
          <div className="dialog-actions">{actions}</div>
        </div>
      )}
    </dialog>
  );
};
