// The terms page.
import { paths } from '#contract/pages.ts';
import { termsMessages as messages, termsChanged } from '#web/messages/site/terms.ts';
import { Operator } from '../parts/text/operator.tsx';
import { TextPage } from '../parts/text/text-page.tsx';
import type { SitePage } from '../site-page.ts';

const Terms = () => (
  <TextPage heading={messages.heading} lead={messages.lead} changed={{ words: messages.changed, date: termsChanged }}>
    <h2>{messages.operatorTitle}</h2>
    <Operator messages={messages} />
    {messages.parts.map(({ title, texts }) => (
      <section key={title}>
        <h2>{title}</h2>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </section>
    ))}
    <p>
      <a href={paths.privacy}>{messages.privacy}</a>
    </p>
  </TextPage>
);

export const termsPage: SitePage = {
  path: paths.terms,
  title: messages.title,
  description: messages.description,
  look: 'reading',
  content: <Terms />,
};
