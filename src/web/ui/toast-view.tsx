// Draws toasts. Their timer, swipe, keyboard support, and announcement come from Radix.
import { Toast as Radix } from 'radix-ui';
import { X } from './icons.tsx';
import { Reference } from './reference.tsx';
import { dismissToast, type Toast, toastIcons } from './toast-store.ts';
import './toast.css';

const displayMs = 5000;
const swipePx = 50;

/** Announces politely, because no toast is worth an interruption. Screen readers read nothing outside an open modal dialog. */
const ToastView = ({ toasts, host }: { toasts: readonly Toast[]; host: HTMLElement | null }) => (
  <Radix.Provider
    label="Notification"
    duration={displayMs}
    swipeDirection="right"
    swipeThreshold={swipePx}
    announcerContainer={host ?? document.body}
  >
    {toasts.map((toast) => (
      <ToastPaper key={toast.id} {...toast} />
    ))}
    <Radix.Viewport className="toasts" hotkey={['F8']} />
  </Radix.Provider>
);

const ToastPaper = ({ id, kind, title, description, detail, error, action, isOpen }: Toast) => {
  const Icon = toastIcons[kind];
  return (
    <Radix.Root
      type="background"
      className={kind === 'failed' ? 'toast bad' : 'toast'}
      open={isOpen}
      onOpenChange={(isStillOpen) => !isStillOpen && dismissToast(id)}
    >
      <Icon />
      <div>
        {/* Without the space, screen readers would run the title and the text together. */}
        <Radix.Title className="toast-title">{title}</Radix.Title>{' '}
        {description !== undefined && <Radix.Description className="toast-text">{description}</Radix.Description>}{' '}
        {detail !== undefined && <p className="toast-text">{detail}</p>}
        <Reference of={error} />
        {action && (
          <Radix.Action className="toast-act" altText={action.label} onClick={action.run}>
            {action.label}
          </Radix.Action>
        )}
      </div>
      <Radix.Close className="iconbtn" aria-label="Dismiss">
        <X />
      </Radix.Close>
    </Radix.Root>
  );
};

export default ToastView;
