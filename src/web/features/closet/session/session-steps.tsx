// The steps that copy a session out of Chrome, Safari, or Firefox, one picture each.
import { Fragment, useState } from 'react';
import type { MarketplaceName } from '#domain/closet.ts';
import { browserKinds, thisBrowser } from '#web/lib/browser/this-browser.ts';
import { sessionStepsMessages as messages } from '#web/messages/closet/session-steps.ts';
import { Tabs } from '#web/ui/tabs.tsx';
import { StepPicture } from './step-picture.tsx';
import './session-steps.css';

/** The seller's own browser is chosen first. */
export const SessionSteps = ({ name }: { name: MarketplaceName }) => {
  const [own] = useState(thisBrowser);
  const [browser, choose] = useState(own.kind);
  return (
    <div className="session-steps">
      {own.isPhone && <p className="warn plain">{messages.onPhone}</p>}
      <Tabs
        label={messages.which}
        className="browser-tabs"
        tabs={browserKinds.map((kind) => ({ name: kind, label: messages.browsers[kind] }))}
        chosen={browser}
        onChoose={choose}
      >
        <ol className="session-list" aria-label={messages.list(browser)}>
          {messages.steps({ browser, isMac: own.isMac, name }).map(({ picture, text, alt }) => (
            <li key={picture}>
              <StepPicture of={picture} browser={browser} name={name} alt={alt} />
              <p>
                <InBold text={text} />
              </p>
            </li>
          ))}
        </ol>
      </Tabs>
    </div>
  );
};

const InBold = ({ text }: { text: string }) =>
  text.split('*').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other identity
    index % 2 === 1 ? <b key={index}>{part}</b> : <Fragment key={index}>{part}</Fragment>,
  );
