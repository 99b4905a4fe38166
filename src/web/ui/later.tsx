// Loads a component after the first view. If that fails, only this component fails, not the screen.
import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import { afterFirstView } from '#web/lib/loading/first-view.ts';
import { createLatePart, type LoadFailure } from '#web/lib/loading/late-part.ts';
import { Button } from './button.tsx';
import './later.css';

const missingPart = {
  unreachable: 'Hangtag will try again when the connection is back.',
  updated: 'Hangtag was updated. Reload the page to see it.',
  stuck: 'Reload the page to see it.',
};
export const missingPartTitle = 'This part of the page didn’t load.';

type Options<Props> = {
  waiting?: ComponentType<Props>;
  failed?: ComponentType<Props & { failure: LoadFailure }>;
  /** Loaded right after the first view, because the seller needs this part even if the server is down by then. */
  isPrefetched?: boolean;
};

const Nothing = () => null;

/** A component whose module is loaded when it is drawn for the first time. */
export const later = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { waiting: Waiting = Nothing, failed: Failed = MissingPart, isPrefetched = false }: Options<Props> = {},
): ComponentType<Props> => {
  const part = createLatePart(load);
  if (isPrefetched) afterFirstView(part.prefetch);
  const Later = (props: Props) => {
    const state = useSyncExternalStore(part.subscribe, part.state);
    // Loading continues outside React, but only while a component waits for the part.
    useEffect(part.want, []);
    if (state.kind === 'waiting') return <Waiting {...props} />;
    if (state.kind === 'failed') return <Failed {...props} failure={state.failure} />;
    const { default: Part } = state.part;
    return <Part {...props} />;
  };
  return Later;
};

export const missingPartText = ({ reason }: LoadFailure): string => missingPart[reason];

export const LoadAgain = ({ failure: { reason, isRetrying, retry } }: { failure: LoadFailure }) => {
  if (reason !== 'unreachable')
    return (
      <Button isSmall onClick={() => location.reload()}>
        Reload page
      </Button>
    );
  return (
    <Button isSmall isPending={isRetrying} pendingText="Loading" onClick={retry}>
      Try again
    </Button>
  );
};

export const MissingPart = ({ failure }: { failure: LoadFailure }) => (
  <div className="missing-part" role="status">
    <p>
      <b>{missingPartTitle}</b> {missingPartText(failure)}
    </p>
    <LoadAgain failure={failure} />
  </div>
);
