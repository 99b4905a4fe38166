// What the seller can do while the bot is paused.

import type { ReactNode } from 'react';
import { paths } from '#contract/pages.ts';
import type { PauseReason } from '#domain/bot/bot.ts';
import { useMarketplaceName, useTransport } from '#web/lib/marketplace.ts';
import { stepMessages as messages } from '#web/messages/bot/bot.ts';
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
    <ol className="todo" aria-label={messages.list}>
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
          <ExternalLink className="ic" aria-hidden="true" />
          {messages.openMarketplace(marketplace)}
        </a>
      );
    case 'test':
      return <div className="todo-act">{parts.testButton}</div>;
    case 'panel':
      return (
        <a className="btn line" href="#marketplace">
          {messages.toPanel}
        </a>
      );
    case 'settings':
      return (
        <a className="btn line" href="#settings">
          {messages.openSettings}
        </a>
      );
    case 'record':
      return (
        <a className="btn line" href={`${paths.companion}#record`}>
          {messages.howToRecord}
        </a>
      );
    case 'companion':
      return (
        <a className="btn line" href={`${paths.companion}#install`}>
          {messages.toCompanion}
        </a>
      );
    case 'resume':
      return (
        <div className="todo-act">
          <ResumeButton>{step.label ?? messages.resume}</ResumeButton>
        </div>
      );
    case undefined:
      return null;
  }
};
