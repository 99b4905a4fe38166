// A sheet that slides in from the right edge.
import { memo, type ReactNode, type RefObject, useId, useRef } from 'react';
import { X } from './icons.tsx';
import { useModal } from './use-modal.ts';
import './button.css';
import './modal.css';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  closeWord: string;
  over: string;
  title: string;
  aside?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
};

/** Fills the screen on phones. Its body has the focus first, so that the keys that scroll, scroll it. */
export const Sheet = (props: Props) => {
  const heading = useId();
  const body = useRef<HTMLDivElement>(null);
  const { modal, toastPlace, isPresent, onClose } = useModal({ ...props, firstFocus: () => body.current });
  return (
    <dialog ref={modal} className="modal sheet" aria-labelledby={heading} onClose={onClose} {...{ closedby: 'any' }}>
      {isPresent && <Paper {...props} heading={heading} body={body} toastPlace={toastPlace} />}
    </dialog>
  );
};

type PaperProps = Props & {
  heading: string;
  body: RefObject<HTMLDivElement | null>;
  toastPlace: RefObject<HTMLDivElement | null>;
};

/** While the sheet leaves, its content stays as it was: the owner may have emptied it already. */
const Paper = memo(
  ({ heading, body, toastPlace, onClose, closeWord, over, title, aside, foot, children }: PaperProps) => (
    <div className="sheet-paper">
      <header className="sheet-head">
        {aside}
        <div>
          <p className="lab">{over}</p>
          <h2 id={heading}>{title}</h2>
        </div>
        <button type="button" className="iconbtn" aria-label={closeWord} onClick={onClose}>
          <X />
        </button>
      </header>
      <div className="modal-toasts" ref={toastPlace} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section className="sheet-body" ref={body} tabIndex={0} aria-labelledby={heading}>
        {children}
      </section>
      {foot !== undefined && foot !== null && <footer className="sheet-foot">{foot}</footer>}
    </div>
  ),
  (_, { isOpen }) => !isOpen,
);
