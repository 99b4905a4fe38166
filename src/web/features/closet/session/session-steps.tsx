// Steps that a seller takes in Chrome, Safari, or Firefox, one picture each.
import { Fragment, useState } from 'react';
import type { MarketplaceName } from '#domain/closet.ts';
import { type BrowserKind, browserKinds, thisBrowser } from '#web/lib/browser/this-browser.ts';
import {
  sessionStepsMessages as messages,
  type PicturedStep,
  type StepFacts,
} from '#web/messages/closet/session-steps.ts';
import { Tabs } from '#web/ui/tabs.tsx';
import { StepPicture } from './step-picture.tsx';
import './session-steps.css';

type Props = {
  name: MarketplaceName;
  steps: (facts: StepFacts) => readonly PicturedStep[];
  /** What the steps take, above them. */
  takes?: Record<BrowserKind, string>;
};

/** The seller's own browser is chosen first. */
const StepsByBrowser = ({ name, steps, takes }: Props) => {
  const [own] = useState(thisBrowser);
  const [browser, choose] = useState(own.kind);
  const shown = steps({ browser, isMac: own.isMac, name });
  return (
    <Tabs
      label="Your browser"
      className="browser-tabs"
      tabs={browserKinds.map((kind) => ({ name: kind, label: messages.browsers[kind] }))}
      chosen={browser}
      onChoose={choose}
    >
      {takes && <p className="small step-takes">{takes[browser]}</p>}
      {shown.length > 0 && (
        <ol className="session-list" aria-label={messages.list(browser)}>
          {shown.map(({ picture, text, alt }) => (
            <li key={picture}>
              <StepPicture of={picture} browser={browser} name={name} alt={alt} />
              <p>
                <InBold text={text} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Tabs>
  );
};

/** A phone has no developer tools, so it shows where the steps are instead. */
export const SessionSteps = ({ name }: { name: MarketplaceName }) => {
  const [{ isPhone }] = useState(thisBrowser);
  return (
    <div className="session-steps">
      {isPhone ? (
        <p className="warn plain">
          Phones can’t copy a session. On a computer, open this page: it shows the steps. On this phone, connect with
          your username and password.
        </p>
      ) : (
        <StepsByBrowser name={name} steps={messages.sessionSteps} />
      )}
    </div>
  );
};

export const CompanionSteps = ({ name }: { name: MarketplaceName }) => (
  <div className="session-steps">
    <StepsByBrowser name={name} steps={messages.companionSteps} takes={messages.companionTakes} />
  </div>
);

const InBold = ({ text }: { text: string }) =>
  text.split('*').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other identity
    index % 2 === 1 ? <b key={index}>{part}</b> : <Fragment key={index}>{part}</Fragment>,
  );
