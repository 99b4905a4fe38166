// The page about the browser extension: what it does, what it may do, and how to install it.
import { companionFiles, paths } from '#contract/pages.ts';
import { companionChanged, companionMessages as messages } from '#web/messages/site/companion.ts';
import { TextPage } from '../parts/text/text-page.tsx';
import { WideTable } from '../parts/text/wide-table.tsx';
import type { SitePage } from '../site-page.ts';

type Facts = readonly { what: string; how: string }[];

const rowsOf = (facts: Facts) => facts.map(({ what, how }) => [what, how]);

const Steps = ({ steps }: { steps: readonly string[] }) => (
  <ol>
    {steps.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ol>
);

const Companion = () => (
  <TextPage
    heading={messages.heading}
    lead={messages.lead}
    changed={{ words: messages.changed, date: companionChanged }}
  >
    <h2 id="get">{messages.getTitle}</h2>
    <p className="downloads">
      <a className="btn pri" href={companionFiles.chromium} download="">
        {messages.chromium}
      </a>
      <a className="btn line" href={companionFiles.firefox} download="">
        {messages.firefox}
      </a>
    </p>
    <p>{messages.getNote}</p>
    <h2 id="does">{messages.doesTitle}</h2>
    <ul>
      {messages.does.map(({ what, how }) => (
        <li key={what}>
          <b>{what}</b> {how}
        </li>
      ))}
    </ul>
    <h2 id="may">{messages.mayTitle}</h2>
    <p>{messages.mayLead}</p>
    <WideTable caption={messages.mayCaption} head={messages.mayHead} rows={rowsOf(messages.may)} />
    <p>{messages.mayNot}</p>
    <h2 id="permissions">{messages.permissionsTitle}</h2>
    <p>{messages.permissionsLead}</p>
    <WideTable
      caption={messages.permissionsCaption}
      head={messages.permissionsHead}
      rows={rowsOf(messages.permissions)}
    />
    <h2 id="install">{messages.installTitle}</h2>
    <h3 className="h-head">{messages.chromiumTitle}</h3>
    <Steps steps={messages.chromiumSteps} />
    <h3 className="h-head">{messages.firefoxTitle}</h3>
    <Steps steps={messages.firefoxSteps} />
    <p>{messages.firefoxNote}</p>
    <h2 id="pair">{messages.pairTitle}</h2>
    <Steps steps={messages.pairSteps} />
    <p>{messages.pairNote}</p>
    <h2 id="record">{messages.recordTitle}</h2>
    <p>{messages.record}</p>
    <p>{messages.recordWhere}</p>
    <h2 id="privacy">{messages.privacyTitle}</h2>
    <ul>
      {messages.privacy.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
    <p>
      <a href={paths.privacy}>{messages.sitePrivacy}</a>
    </p>
  </TextPage>
);

export const companionPage: SitePage = {
  path: paths.companion,
  title: messages.title,
  description: messages.description,
  look: 'reading',
  content: <Companion />,
};
