// What dialogs and sheets share: they open as modals, host the toasts, and leave with motion.
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { hostToasts } from './toast-store.ts';

type Options = {
  isOpen: boolean;
  onClose: () => void;
  /** Finds what gets the focus when the modal opens; otherwise its first control does. */
  firstFocus: (modal: HTMLDialogElement) => HTMLElement | null | undefined;
};

/** While a modal is open the page has no scroll bar. Its width is kept, so that nothing behind the modal moves. */
const noteScrollBar = (): void => {
  const { style, clientWidth } = document.documentElement;
  if (document.querySelector('dialog:modal') === null)
    style.setProperty('--scroll-bar', `${window.innerWidth - clientWidth}px`);
};

/**
 * Uses the browser's own dialog element. It traps the focus, closes on Escape, makes the page inert, and returns the focus. It
 * also needs no style tag, which the content security policy would refuse. While it is open toasts appear in `toastPlace`,
 * because everything outside a modal dialog is out of reach. `isPresent` stays true until the motion of leaving is over.
 */
export const useModal = ({ isOpen, onClose, firstFocus }: Options) => {
  const modal = useRef<HTMLDialogElement>(null);
  const toastPlace = useRef<HTMLDivElement>(null);
  const [isPresent, setPresent] = useState(isOpen);
  if (isOpen && !isPresent) setPresent(true);

  // `showModal` is a method of the element. No attribute opens a modal dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening and closing count
  useEffect(() => {
    const element = modal.current;
    if (element === null) return;
    if (isOpen) {
      if (!element.open) {
        noteScrollBar();
        element.showModal();
        firstFocus(element)?.focus({ preventScroll: true });
      }
      return hostToasts(toastPlace.current ?? element);
    }
    if (!element.open) return setPresent(false);
    element.close();
    // The style sheet lets a closed modal fade. Without motion there is nothing to wait for.
    let isReopened = false;
    const leaving = element.getAnimations();
    if (leaving.length === 0) return setPresent(false);
    void Promise.allSettled(leaving.map(({ finished }) => finished)).then(() => {
      if (!isReopened) setPresent(false);
    });
    return () => {
      isReopened = true;
    };
  }, [isOpen]);

  return {
    modal,
    toastPlace,
    isPresent,
    // React lets the close event of a dialog inside this one bubble up, so only this modal's own event counts. When the owner
    // closes it the event fires later, and by then the owner may have opened it again.
    onClose: ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
      if (isOpen && target === currentTarget && !currentTarget.open) onClose();
    },
  };
};
