// The terms page.
import { paths } from '#contract/pages.ts';
import { Operator, TextPage } from '../parts/text-page.tsx';
import type { SitePage } from '../site-page.ts';

const parts = [
  {
    title: 'What Hangtag does for you',
    texts: [
      'It shares your own listings at the pace and up to the limit that you set, suggests prices, and applies the ones that you confirm. It’s free.',
    ],
  },
  {
    title: 'The risk you take',
    texts: [
      'Hangtag is for Poshmark sellers. It’s independent: not affiliated with, endorsed by, or sponsored by Poshmark. Poshmark is a trademark of its owner.',
      'Poshmark’s guidelines don’t allow automation, even for your own closet. Using Hangtag with a real closet can lead to sharing blocks, human checks, or a restricted or closed Poshmark account. Hangtag tells you so before the first start, and you decide.',
      'Hangtag stops at every human check and never solves or evades one. It can’t promise that Poshmark won’t mind.',
    ],
  },
  {
    title: 'What you agree to',
    texts: [
      'Connect only a closet that’s yours, or that its owner asked you to manage.',
      'Keep your password to yourself, and don’t use the service to harm Poshmark, other sellers, or this server.',
      'Check prices before you confirm them. A suggestion is an estimate with a range. The decision is yours.',
    ],
  },
  {
    title: 'What isn’t promised',
    texts: [
      'Sales, reach, a particular price, or uninterrupted service. The service is provided as is. This doesn’t exclude liability where the law doesn’t allow that.',
    ],
  },
  {
    title: 'Your data',
    texts: [
      'It stays yours. The privacy page lists what Hangtag stores and for how long. You can export or erase your data at any time.',
    ],
  },
  {
    title: 'Ending the agreement',
    texts: [
      'You can delete your account at any time in your profile. The operator may close an account that breaks these terms or endangers the service, and may end the service. Where possible, the operator tells you first, so you can export your data.',
    ],
  },
];

const Terms = () => (
  <TextPage
    heading="Terms"
    lead="Short enough to read. By creating an account you agree to these terms."
    changed="2026-11-23"
  >
    <h2>Who these terms are between</h2>
    <Operator
      before="These terms are between you and "
      after=" The makers of Hangtag aren’t a party to them. Hangtag is open source under the MIT license and comes without warranty."
    />
    {parts.map(({ title, texts }) => (
      <section key={title}>
        <h2>{title}</h2>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </section>
    ))}
    <p>
      <a href={paths.privacy}>Privacy</a>
    </p>
  </TextPage>
);

export const termsPage: SitePage = {
  path: paths.terms,
  title: 'Terms: what you agree to when you use Hangtag',
  description:
    'The terms of this Hangtag site in plain words: what it does, the risk you take, what’s yours, and what isn’t promised.',
  look: 'reading',
  content: <Terms />,
};
