// The panel, and what it shows while it is loading, empty, or failed.
import { type ReactNode, useId, useState } from 'react';
import './panel.css';
import { Button } from './button.tsx';
import { Reference } from './reference.tsx';

type Props = {
  title: string;
  isLarge?: boolean;
  aside?: ReactNode;
  foot?: ReactNode;
  id?: string;
  className?: string;
  children: ReactNode;
};

export const Panel = ({ title, isLarge = false, aside, foot, id, className = '', children }: Props) => {
  const heading = useId();
  return (
    <section className="panel" aria-labelledby={heading} id={id} tabIndex={-1}>
      <div className={isLarge ? 'phead' : 'phead small-head'}>
        <h2 className={isLarge ? 'h-title' : 'h-head'} id={heading}>
          {title}
        </h2>
        {aside}
      </div>
      <div className={`pbody ${className}`.trim()}>{children}</div>
      {foot}
    </section>
  );
};

type SectionProps = { id: string; title: ReactNode; level?: 2 | 3; className?: string; children: ReactNode };

/** A part of a screen, named by its heading. */
export const Section = ({ id, title, level = 2, className, children }: SectionProps) => {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className={className} aria-labelledby={id}>
      <Heading className={level === 2 ? 'h-title' : 'h-head'} id={id}>
        {title}
      </Heading>
      {children}
    </section>
  );
};

type FailureProps = {
  error: Error | null;
  message?: string;
  /** What it returns is waited for. */
  onRetry: () => unknown;
};

export const PanelError = ({ error, message = error?.message, onRetry }: FailureProps) => {
  const [isTrying, setTrying] = useState(false);
  const retry = () => {
    setTrying(true);
    void Promise.resolve(onRetry()).finally(() => setTrying(false));
  };
  return (
    <div className="trouble" role="alert">
      <p className="small">{message}</p>
      <Button isSmall onClick={retry} isPending={isTrying} pendingText="Trying again…">
        Try again
      </Button>
      <Reference of={error} />
    </div>
  );
};

/** Shown in an empty panel: what it will contain, and a link to the next step on the same screen. */
export const NothingYet = ({ text, step }: { text: string; step: { verb: string; href: string } }) => (
  <div className="nothing-yet">
    <p className="small mute">{text}</p>
    <a className="btn line sm" href={step.href}>
      {step.verb}
    </a>
  </div>
);

/** Gray lines where text will appear. They don't blink. */
export const Skeleton = ({ lines = 3, label }: { lines?: number; label: string }) => (
  <div className="skeleton" role="status" aria-label={label}>
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
      <i key={line} />
    ))}
  </div>
);

type NoDataProps = { error: Error | null; onRetry: () => unknown; lines?: number; label: string };

/** Shown in place of data that is not here: gray lines while it is read, or why it could not be read. */
export const NoData = ({ error, onRetry, lines = 3, label }: NoDataProps) =>
  error ? <PanelError error={error} onRetry={onRetry} /> : <Skeleton lines={lines} label={label} />;
