// The footer of public pages.
import { paths } from '#contract/pages.ts';
import { siteMessages } from '#web/messages/site/site.ts';

const links = [
  { href: paths.howItWorks, text: siteMessages.howItWorks },
  { href: paths.blog, text: siteMessages.blog },
  { href: paths.companion, text: siteMessages.companion },
  { href: paths.apiTest, text: siteMessages.status },
  { href: paths.privacy, text: siteMessages.privacy },
  { href: paths.terms, text: siteMessages.terms },
];

export const Footer = () => (
  <footer className="site-foot">
    <div className="wrap">
      <nav aria-label={siteMessages.footerLabel}>
        {links.map(({ href, text }) => (
          <a key={href} href={href}>
            {text}
          </a>
        ))}
      </nav>
      <p>{siteMessages.independent}</p>
    </div>
  </footer>
);
