// What the seller can do while the bot is paused.
import type { ReactNode } from 'react';
import { paths } from '#contract/pages.ts';
import type { PauseReason } from '#domain/bot/bot.ts';
import { useMarketplaceName, useTransport } from '#web/lib/marketplace.ts';
import { type PauseStep, pauseSteps } from '#web/messages/bot/pause-steps.ts';
import { ExternalLink } from '#web/ui/icons.tsx';
import { ResumeButton } from './start-stop.tsx';

export type StepParts = {
  /** The marketplace's address; null until a listing has been loaded. */
  marketplaceUrl: string | null;
  testButton: ReactNode;
};

export const PausedSteps = ({ reason, parts }: { reason: PauseReason; parts: StepParts }) => {
  const marketplace = useMarketplaceName();
  const transport = useTransport();
  return (
    <ol className="todo" aria-label="What to do">
      {pauseSteps(reason, marketplace, transport).map((step, index) => (
        <li key={step.title}>
          <span className="n" aria-hidden="true">
            {index + 1}
          </span>
          <h3>{step.title}</h3>
          <p>{step.text}</p>
          <StepControl step={step} parts={parts} />
        </li>
      ))}
    </ol>
  );
};

const StepControl = ({ step, parts }: { step: PauseStep; parts: StepParts }) => {
  const marketplace = useMarketplaceName();
  switch (step.action) {
    case 'open':
      return parts.marketplaceUrl === null ? null : (
        <a className="btn line" href={parts.marketplaceUrl} target="_blank" rel="noreferrer">
          <ExternalLink />
          Open {marketplace}
        </a>
      );
    case 'test':
      return parts.testButton;
    case 'panel':
      return <StepLink to="#marketplace">Go to the marketplace panel</StepLink>;
    case 'settings':
      return <StepLink to="#settings">Open settings</StepLink>;
    case 'record':
      return <StepLink to={`${paths.companion}#record`}>How to record</StepLink>;
    case 'companion':
      return <StepLink to={`${paths.companion}#install`}>Get the companion</StepLink>;
    case 'resume':
      return <ResumeButton>{step.label ?? 'Resume'}</ResumeButton>;
    case undefined:
      return null;
  }
};

const StepLink = ({ to, children }: { to: string; children: string }) => (
  <a className="btn line" href={to}>
    {children}
  </a>
);
