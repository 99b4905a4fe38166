// The footer of public pages.
import { paths } from '#contract/pages.ts';
import { siteMessages } from '#web/messages/site/site.ts';

const links = [
  { href: paths.howItWorks, text: 'How it works' },
  { href: paths.blog, text: siteMessages.blog },
  { href: paths.companion, text: 'Browser extension' },
  { href: paths.apiTest, text: 'Status' },
  { href: paths.privacy, text: 'Privacy' },
  { href: paths.terms, text: 'Terms' },
];

export const Footer = () => (
  <footer className="site-foot">
    <div className="wrap">
      <nav aria-label="More pages">
        {links.map(({ href, text }) => (
          <a key={href} href={href}>
            {text}
          </a>
        ))}
      </nav>
      <p>For Poshmark sellers. Independent: not affiliated with, endorsed by, or sponsored by Poshmark.</p>
    </div>
  </footer>
);
