// Holds the current toast, for the code that shows toasts and the view that draws them.
import { failureMessage, failureText, whenDone } from '#web/lib/server/api.ts';
import { createStore } from '#web/lib/store.ts';
import { Check, CircleAlert, Info } from './icons.tsx';

/** They tell the kinds of toasts apart without color. */
export const toastIcons = { done: Check, failed: CircleAlert, note: Info };

export type Toast = {
  id: number;
  kind: keyof typeof toastIcons;
  title: string;
  description?: string | undefined;
  /** The server's message, shown below the fixed text. */
  detail?: string | undefined;
  /** The failure itself. Its reference is shown if it has one. */
  error?: unknown;
  /** What the seller can do about it while it shows. */
  action?: ToastAction | undefined;
  isOpen: boolean;
};

type ToastAction = { label: string; run: () => void };

/** A dismissed toast is kept this long (section 9 of the specification). */
const removalDelayMs = 1_000_000;

const toasts = createStore<readonly Toast[]>([]);
export const useToasts = toasts.useValue;
let lastId = 0;

/** Replaces the current toast, because only one shows at a time. */
const show = (toast: Omit<Toast, 'id' | 'isOpen'>): void => {
  lastId += 1;
  toasts.set([{ ...toast, id: lastId, isOpen: true }]);
};

export const toastDone = (title: string, description?: string, action?: ToastAction): void =>
  show({ kind: 'done', title, description, action });
/** Says why nothing was done, although nothing went wrong. */
export const toastNote = (title: string): void => show({ kind: 'note', title });
export const toastFailed = (
  title: string,
  description?: string,
  { detail, error }: Pick<Toast, 'detail' | 'error'> = {},
): void => show({ kind: 'failed', title, description, error, ...(detail === description ? {} : { detail }) });

/** Says what the failed call answered, or `fallback` if it answered nothing that a seller can read. */
export const toastFailure = (error: unknown, title: string, fallback: string, textOf = failureMessage): void =>
  toastFailed(title, textOf(error, fallback), { error });

/** The same for calls with a fixed text. */
export const toastFixedText = (error: unknown, title: string, fixed: string): void => {
  const { text, detail } = failureText(error, fixed);
  toastFailed(title, text, { error, detail });
};

/** Copies a text for the seller, and says so. Browsers allow it only on secure pages. */
export const copyText = (text: string, said: { done: string; failed: string }): void =>
  whenDone(Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error())), {
    onSuccess: () => toastDone('Copied', said.done),
    onError: () => toastFailed('Not copied', said.failed),
  });

export const dismissToast = (id: number): void => {
  toasts.set(toasts.get().map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)));
  setTimeout(() => toasts.set(toasts.get().filter((toast) => toast.id !== id)), removalDelayMs);
};

const hosts = createStore<readonly HTMLElement[]>([]);

/** Toasts appear in this element until the returned function is called. Outside an open modal they would be out of reach. */
export const hostToasts = (element: HTMLElement): (() => void) => {
  hosts.set([...hosts.get(), element]);
  return () => hosts.set(hosts.get().filter((host) => host !== element));
};

/** The modal dialog in which toasts appear; null if they appear on the page itself. */
export const useToastHost = (): HTMLElement | null => hosts.useValue().at(-1) ?? null;
