// Where toasts appear.
import { createPortal } from 'react-dom';
import { X } from './icons.tsx';
import { later } from './later.tsx';
import { Reference } from './reference.tsx';
import { dismissToast, type Toast, toastIcons, useToastHost, useToasts } from './toast-store.ts';
import './button.css';
import './toast.css';

/** Toasts for a page that has not loaded the usual toast view, or can't: they look the same, but have no timer and no swipe. */
const PlainToasts = ({ toasts }: { toasts: readonly Toast[] }) => (
  <section className="toasts" aria-label="Notification" aria-live="polite">
    {toasts.map((toast) => toast.isOpen && <PlainToast key={toast.id} {...toast} />)}
  </section>
);

const PlainToast = ({ id, kind, title, description, detail, error, action }: Toast) => {
  const Icon = toastIcons[kind];
  const act = () => {
    dismissToast(id);
    action?.run();
  };
  return (
    <div className={kind === 'failed' ? 'toast bad' : 'toast'}>
      <Icon />
      <div>
        <p className="toast-title">{title}</p>
        {description !== undefined && <p className="toast-text">{description}</p>}
        {detail !== undefined && <p className="toast-text">{detail}</p>}
        <Reference of={error} />
        {action && (
          <button type="button" className="toast-act" onClick={act}>
            {action.label}
          </button>
        )}
      </div>
      <button type="button" className="iconbtn" aria-label="Dismiss" onClick={() => dismissToast(id)}>
        <X />
      </button>
    </div>
  );
};

/** Prefetched, because a toast often says that the server is down. Plain toasts need no other file, so they come first. */
const ToastView = later(() => import('./toast-view.tsx'), {
  waiting: PlainToasts,
  failed: PlainToasts,
  isPrefetched: true,
});

export const Toaster = () => {
  const toasts = useToasts();
  const host = useToastHost();
  if (toasts.length === 0) return null;
  const view = <ToastView toasts={toasts} host={host} />;
  return host === null ? view : createPortal(view, host);
};
