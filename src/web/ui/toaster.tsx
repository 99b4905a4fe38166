import { lazy, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { useToastHost, useToasts } from './toast-store.ts';

const ToastView = lazy(() => import('./toast-view.tsx'));

/** Where toasts appear. Their view is loaded with the first one. */
export const Toaster = () => {
  const toasts = useToasts();
  const host = useToastHost();
  if (toasts.length === 0) return null;
  const view = (
    <Suspense fallback={null}>
      <ToastView toasts={toasts} host={host} />
    </Suspense>
  );
  return host === null ? view : createPortal(view, host);
};
