import { paths } from '#contract/pages.ts';
import { termsChanged, termsWords as words } from '#web/messages/site/terms.ts';
import { Operator } from '../parts/operator.tsx';
import { TextPage } from '../parts/text-page.tsx';
import type { SitePage } from '../site-page.ts';

const Terms = () => (
  <TextPage heading={words.heading} lead={words.lead} changed={{ words: words.changed, date: termsChanged }}>
    <h2>{words.operatorTitle}</h2>
    <Operator words={words} />
    {words.parts.map(({ title, texts }) => (
      <section key={title}>
        <h2>{title}</h2>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </section>
    ))}
    <p>
      <a href={paths.privacy}>{words.privacy}</a>
    </p>
  </TextPage>
);

export const termsPage: SitePage = {
  path: paths.terms,
  title: words.title,
  description: words.description,
  look: 'reading',
  content: <Terms />,
};
