import { paths } from '#contract/pages.ts';
import { notFoundWords as words } from '#web/messages/site/not-found.ts';
import { BareRail } from '../drawings/bare-rail.tsx';
import { Bar, siteLinks } from '../parts/bar.tsx';
import { Footer } from '../parts/footer.tsx';
import type { SitePage } from '../site-page.ts';

const NotFound = () => (
  <>
    <Bar links={siteLinks('')} />
    <main id="main" className="lost">
      <BareRail label={words.rail} />
      <div className="wrap lost-text">
        <h1 className="disp">{words.heading}</h1>
        <p className="lead-s">{words.text}</p>
        <a className="btn line" href={paths.home}>
          {words.back}
        </a>
      </div>
    </main>
    <Footer />
  </>
);

/** What any other address is answered with, with status 404. */
export const notFoundPage: SitePage = {
  path: '/404',
  title: `${words.heading} · Hangtag`,
  description: words.description,
  look: 'reading',
  isHidden: true,
  content: <NotFound />,
};
