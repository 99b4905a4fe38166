import { lazy, Suspense } from 'react';
import { useToasts } from './toast-store.ts';

const ToastView = lazy(() => import('./toast-view.tsx'));

/** Where toasts appear. Their view is loaded with the first one. */
export const Toaster = () => {
  const toasts = useToasts();
  if (toasts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ToastView toasts={toasts} />
    </Suspense>
  );
};
