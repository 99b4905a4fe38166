// The bar below a list, for what is selected in it: its lines, and where the focus goes when one of its buttons is gone.
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '../button.tsx';
import './bulk.css';

/** Without content there is no bar, and the focus that it had goes to the list. */
export const Bulk = ({ label, isEmpty, children }: { label: string; isEmpty: boolean; children: ReactNode }) => {
  const { section, ...focus } = useKeptFocus();
  if (isEmpty) return <div ref={section} />;
  return (
    <section ref={section} className="bulk ruled" aria-label={label} tabIndex={-1} {...focus}>
      {children}
    </section>
  );
};

/** A button that ends what it belongs to takes the focus with it. The bar gets it then, or else the list. */
const useKeptFocus = () => {
  const section = useRef<HTMLElement & HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (!hadFocus.current || (document.activeElement ?? document.body) !== document.body) return;
    const bar = section.current;
    const next = bar?.matches('.bulk') ? bar : firstOfList(bar);
    next?.focus({ preventScroll: true });
  });
  return {
    section,
    onFocus: () => {
      hadFocus.current = true;
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      hadFocus.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
    },
  };
};

const firstOfList = (bar: HTMLElement | null): HTMLElement | null =>
  bar?.closest('.worklist')?.querySelector<HTMLElement>('[data-focus][tabindex="0"]') ?? null;

export const BulkLine = ({ status, children }: { status: ReactNode; children?: ReactNode }) => (
  <div className="bulk-line">
    <p role="status">{status}</p>
    <div className="bulk-acts answers">{children}</div>
  </div>
);

type ReportProps = {
  text: ReactNode;
  /** Why the rest was left. */
  stopped: string | null;
  /** The button that goes on, or takes it back. */
  next: { word: string; onPress: () => void } | false;
  onDone: () => void;
};

export const BulkReport = ({ text, stopped, next, onDone }: ReportProps) => (
  <BulkLine
    status={
      <>
        {text}
        {stopped !== null && <span className="bulk-stopped"> {stopped}</span>}
      </>
    }
  >
    {next && (
      <Button isSmall onClick={next.onPress}>
        {next.word}
      </Button>
    )}
    <Button isSmall look="bare" onClick={onDone}>
      Done
    </Button>
  </BulkLine>
);

type FormProps = {
  /** What submits it, and what else there is beside Cancel. */
  verb: string;
  others?: ReactNode;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
};

export const BulkForm = ({ verb, others, onSubmit, onCancel, children }: FormProps) => (
  <form
    className="bulk-form"
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
    onKeyDown={({ key }) => key === 'Escape' && onCancel()}
  >
    {children}
    <div className="bulk-acts answers">
      <Button look="primary" type="submit">
        {verb}
      </Button>
      {others}
      <Button look="bare" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  </form>
);
