// The 404 page.
import { paths } from '#contract/pages.ts';
import { notFoundMessages as messages } from '#web/messages/site/site.ts';
import { BareRail } from '../drawings/closet-line.tsx';
import { Frame, siteLinks } from '../parts/frame.tsx';
import type { SitePage } from '../site-page.ts';

const NotFound = () => (
  <Frame links={siteLinks('')} className="lost">
    <BareRail label="An empty rail" />
    <div className="wrap lost-text">
      <h1 className="disp">404 Page Not Found</h1>
      <p className="lead-s">{messages.text}</p>
      <a className="btn line" href={paths.home}>
        Back to home
      </a>
    </div>
  </Frame>
);

/** The server answers every unknown address with this page and status 404. */
export const notFoundPage: SitePage = {
  path: '/404',
  title: '404 Page Not Found · Hangtag',
  description: 'There’s no page at this address.',
  look: 'reading',
  isHidden: true,
  content: <NotFound />,
};
