// Toasts for a page that has not loaded the usual toast view, or can't: they look the same, but have no timer and no swipe.
import { X } from './icons.tsx';
import { Reference } from './reference.tsx';
import { ToastIcon } from './toast-icon.tsx';
import { dismissToast, type Toast } from './toast-store.ts';
import './button.css';
import './toast.css';
import { uiMessages } from '#web/messages/ui.ts';

export const PlainToasts = ({ toasts }: { toasts: readonly Toast[] }) => (
  <section className="toasts" aria-label={uiMessages.notification} aria-live="polite">
    {toasts
      .filter(({ isOpen }) => isOpen)
      .map(({ id, kind, title, description, detail, error }) => (
        <div key={id} className={kind === 'failed' ? 'toast bad' : 'toast'}>
          <ToastIcon kind={kind} />
          <div>
            <p className="toast-title">{title}</p>
            {description !== undefined && <p className="toast-text">{description}</p>}
            {detail !== undefined && <p className="toast-text">{detail}</p>}
            <Reference of={error} />
          </div>
          <button type="button" className="iconbtn" aria-label={uiMessages.dismiss} onClick={() => dismissToast(id)}>
            <X className="ic" aria-hidden="true" />
          </button>
        </div>
      ))}
  </section>
);
