// Draws toasts. Their timer, swipe, keyboard support, and announcement come from Radix.
import { Toast as Radix } from 'radix-ui';
import { X } from './icons.tsx';
import { Reference } from './reference.tsx';
import { ToastIcon } from './toast-icon.tsx';
import { dismissToast, type Toast } from './toast-store.ts';
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
      <Radix.Root
        key={toast.id}
        type="background"
        className={toast.kind === 'failed' ? 'toast bad' : 'toast'}
        open={toast.isOpen}
        onOpenChange={(isOpen) => {
          if (!isOpen) dismissToast(toast.id);
        }}
      >
        <ToastIcon kind={toast.kind} />
        <div>
          {/* Without the space, screen readers would run the title and the text together. */}
          <Radix.Title className="toast-title">{toast.title}</Radix.Title>{' '}
          {toast.description !== undefined && (
            <Radix.Description className="toast-text">{toast.description}</Radix.Description>
          )}{' '}
          {toast.detail !== undefined && <p className="toast-text">{toast.detail}</p>}
          <Reference of={toast.error} />
          {toast.action && (
            <Radix.Action className="toast-act" altText={toast.action.label} onClick={toast.action.run}>
              {toast.action.label}
            </Radix.Action>
          )}
        </div>
        <Radix.Close className="iconbtn" aria-label="Dismiss">
          <X />
        </Radix.Close>
      </Radix.Root>
    ))}
    <Radix.Viewport className="toasts" hotkey={['F8']} />
  </Radix.Provider>
);

export default ToastView;
