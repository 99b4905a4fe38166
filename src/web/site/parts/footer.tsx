import { paths } from '#contract/pages.ts';
import { siteWords } from '#web/messages/site/site.ts';

const links = [
  { href: paths.howItWorks, text: siteWords.howItWorks },
  { href: paths.blog, text: siteWords.blog },
  { href: paths.apiTest, text: siteWords.status },
  { href: paths.privacy, text: siteWords.privacy },
  { href: paths.terms, text: siteWords.terms },
];

export const Footer = () => (
  <footer className="site-foot">
    <div className="wrap">
      <nav aria-label={siteWords.footerLabel}>
        {links.map(({ href, text }) => (
          <a key={href} href={href}>
            {text}
          </a>
        ))}
      </nav>
      <p>{siteWords.independent}</p>
    </div>
  </footer>
);
