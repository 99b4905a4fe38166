// The sign that tells the kinds of toasts apart without color.
import { Check, CircleAlert, Info } from './icons.tsx';
import type { Toast } from './toast-store.ts';

const icons = { done: Check, failed: CircleAlert, note: Info };

export const ToastIcon = ({ kind }: Pick<Toast, 'kind'>) => {
  const Icon = icons[kind];
  return <Icon />;
};
