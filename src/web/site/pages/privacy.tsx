// The privacy page.
import { paths } from '#contract/pages.ts';
import { privacyMessages as messages, privacyChanged } from '#web/messages/site/privacy.ts';
import { Operator } from '../parts/text/operator.tsx';
import { TextPage } from '../parts/text/text-page.tsx';
import { WideTable } from '../parts/text/wide-table.tsx';
import type { SitePage } from '../site-page.ts';

const Privacy = () => (
  <TextPage heading={messages.heading} lead={messages.lead} changed={{ words: messages.changed, date: privacyChanged }}>
    <h2>{messages.operatorTitle}</h2>
    <Operator messages={messages} />
    <h2>{messages.keptTitle}</h2>
    <WideTable
      caption={messages.caption}
      head={[messages.what, messages.how, messages.until]}
      rows={messages.rows.map(({ what, how, until }) => [what, how, until])}
    />
    <h2>{messages.photosTitle}</h2>
    <p>{messages.photos}</p>
    <h2>{messages.cookiesTitle}</h2>
    <p>{messages.cookies}</p>
    <h2>{messages.countingTitle}</h2>
    <p>{messages.counting}</p>
    <h2>{messages.marketplaceTitle}</h2>
    <p>{messages.marketplace}</p>
    <p>{messages.push}</p>
    <h2>{messages.logsTitle}</h2>
    <p>{messages.logs}</p>
    <h2>{messages.rightsTitle}</h2>
    <ul>
      {messages.rights.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </TextPage>
);

export const privacyPage: SitePage = {
  path: paths.privacy,
  title: messages.title,
  description: messages.description,
  look: 'reading',
  content: <Privacy />,
};
