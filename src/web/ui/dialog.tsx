// The modal dialog.

import { memo, type ReactNode, useId } from 'react';
import { X } from './icons.tsx';
import { useModal } from './use-modal.ts';
import './button.css';
import './modal.css';
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

export const Dialog = ({ className = '', isFirm = false, ...props }: Props) => {
  const heading = useId();
  const { modal, toastPlace, isPresent, onClose } = useModal(props);
  return (
    <dialog
      ref={modal}
      className={`modal dialog ${className}`.trim()}
      aria-labelledby={isPresent ? heading : undefined}
      onClose={onClose}
      onCancel={isFirm ? (event) => event.preventDefault() : undefined}
    >
      <div className="modal-toasts" ref={toastPlace} />
      {isPresent && <Paper {...props} heading={heading} />}
    </dialog>
  );
};

/** While the dialog leaves, its content stays as it was: the owner may have emptied it already. */
const Paper = memo(
  ({ heading, title, onClose, children, actions }: Omit<Props, 'className' | 'isFirm'> & { heading: string }) => (
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
  ),
  (_, { isOpen }) => !isOpen,
);
