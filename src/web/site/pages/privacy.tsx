import { paths } from '#contract/pages.ts';
import { privacyChanged, privacyWords as words } from '#web/messages/site/privacy.ts';
import { Operator } from '../parts/operator.tsx';
import { TextPage } from '../parts/text-page.tsx';
import { WideTable } from '../parts/wide-table.tsx';
import type { SitePage } from '../site-page.ts';

const Privacy = () => (
  <TextPage heading={words.heading} lead={words.lead} changed={{ words: words.changed, date: privacyChanged }}>
    <h2>{words.operatorTitle}</h2>
    <Operator words={words} />
    <h2>{words.keptTitle}</h2>
    <WideTable
      caption={words.caption}
      head={[words.what, words.how, words.until]}
      rows={words.rows.map(({ what, how, until }) => [what, how, until])}
    />
    <h2>{words.photosTitle}</h2>
    <p>{words.photos}</p>
    <h2>{words.cookiesTitle}</h2>
    <p>{words.cookies}</p>
    <h2>{words.countingTitle}</h2>
    <p>{words.counting}</p>
    <h2>{words.marketplaceTitle}</h2>
    <p>{words.marketplace}</p>
    <p>{words.push}</p>
    <h2>{words.logsTitle}</h2>
    <p>{words.logs}</p>
    <h2>{words.rightsTitle}</h2>
    <ul>
      {words.rights.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </TextPage>
);

export const privacyPage: SitePage = {
  path: paths.privacy,
  title: words.title,
  description: words.description,
  look: 'reading',
  content: <Privacy />,
};
