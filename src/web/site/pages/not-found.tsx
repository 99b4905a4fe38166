// The 404 page.
import { paths } from '#contract/pages.ts';
import { Frame } from '../parts/frame.tsx';
import type { SitePage } from '../site-page.ts';

const places = [8, 17, 25, 38, 46, 58, 67, 79, 91];

/** Like `ui/hangers.tsx`, but its places are fixed: no script runs here. */
const BareRail = () => (
  <div className="bare-rail" role="img" aria-label="An empty rail">
    <div className="pipe" />
    <svg viewBox="0 0 1320 84" preserveAspectRatio="xMinYMin slice" aria-hidden="true" focusable="false">
      {places.map((place) => (
        <path
          key={place}
          transform={`translate(${place * 13.2 - 32} -5)`}
          d="M24 13a8 8 0 1 1 10.5 7.5c-1.7.7-2.5 1.7-2.5 3.5V38M32 38 5 55c-2 1.5-1 4 1.5 4h51c2.5 0 3.5-2.5 1.5-4z"
        />
      ))}
    </svg>
  </div>
);

const NotFound = () => (
  <Frame className="lost">
    <BareRail />
    <div className="wrap lost-text">
      <h1 className="disp">404 Page Not Found</h1>
      <p className="lead-s">Did you forget to add the page to the router?</p>
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
