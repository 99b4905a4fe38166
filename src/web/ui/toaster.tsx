// Where toasts appear.
import { createPortal } from 'react-dom';
import { later } from './later.tsx';
import { PlainToasts } from './plain-toasts.tsx';
import { useToastHost, useToasts } from './toast-store.ts';

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
