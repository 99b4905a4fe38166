// The modal dialog.
import { memo, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { X } from './icons.tsx';
import { useModal } from './use-modal.ts';
import './modal.css';

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
  const { modal, toastPlace, isPresent, onClose } = useModal({ ...props, firstFocus });
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

type ConfirmProps = Pick<Props, 'title' | 'isOpen' | 'onClose' | 'children'> & {
  verb: string;
  look?: 'primary' | 'danger';
  /** The answer that changes nothing. It has the focus first. */
  keep: string;
  isPending?: boolean;
  pendingText?: string;
  onGo: () => void;
};

/** Asks before something is done that is hard to take back. */
export const ConfirmDialog = ({
  verb,
  look = 'primary',
  keep,
  isPending = false,
  pendingText = verb,
  onGo,
  ...props
}: ConfirmProps) => (
  <Dialog
    {...props}
    actions={
      <>
        <Button look={look} onClick={onGo} isPending={isPending} pendingText={pendingText}>
          {verb}
        </Button>
        <Button data-first-focus onClick={props.onClose}>
          {keep}
        </Button>
      </>
    }
  />
);

const fields =
  'input:is([type=text], [type=email], [type=password], [type=tel], [type=number], :not([type])), textarea';
const controls = `${fields}, a[href], button, input, select, summary, [tabindex="0"]`;
const isReachable = (control: HTMLElement): boolean =>
  control.tabIndex >= 0 && !control.matches(':disabled') && control.checkVisibility();

/**
 * Follows the ARIA pattern for modal dialogs. `data-first-focus` marks the answer that changes nothing, where the main one is hard to
 * take back, and a second press of the key that opened the dialog must not give it. Otherwise the seller came for the first empty
 * field or the first control, and never for Close.
 */
const firstFocus = (dialog: HTMLDialogElement): HTMLElement | null | undefined => {
  const marked = dialog.querySelector<HTMLElement>('[data-first-focus]');
  if (marked !== null) return marked;
  const content = [...dialog.querySelectorAll<HTMLElement>(':is(.dialog-text, .dialog-actions)')];
  const found = content
    .flatMap((part) => [...part.querySelectorAll<HTMLElement>(controls)])
    .filter((control) => isReachable(control));
  const [first] = found;
  // Tabs come before the fields of the one that is open.
  if (first?.matches('[role=tab]')) return first;
  return found.find((control) => control.matches(fields) && (control as HTMLInputElement).value === '') ?? first;
};

/** While the dialog leaves, its content stays as it was: the owner may have emptied it already. */
const Paper = memo(
  ({ heading, title, onClose, children, actions }: Omit<Props, 'className' | 'isFirm'> & { heading: string }) => (
    <div className="dialog-paper">
      <h2 className="h-title" id={heading}>
        {title}
      </h2>
      <button type="button" className="iconbtn dialog-close" aria-label="Close" onClick={onClose}>
        <X />
      </button>
      <div className="dialog-text">{children}</div>
      {actions !== undefined && <div className="dialog-actions">{actions}</div>}
    </div>
  ),
  (_, { isOpen }) => !isOpen,
);
