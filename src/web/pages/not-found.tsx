// The 404 screen inside the app.
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Hangers } from '#web/ui/hangers.tsx';
import '#web/ui/button.css';
import './not-found.css';

const NotFound = () => (
  <main className="not-found" id="main">
    <title>{'404 Page Not Found · Hangtag'}</title>
    <div className="wrap">
      <Link className="brand" href={paths.home}>
        <BrandMark />
      </Link>
    </div>
    <div className="wrap not-found-rail">
      <Hangers label="An empty rail" />
    </div>
    <div className="wrap not-found-text">
      <h1 className="disp">404 Page Not Found</h1>
      <p className="lead-s">Did you forget to add the page to the router?</p>
      <Link className="btn line" href={paths.home}>
        Back to home
      </Link>
    </div>
  </main>
);

export default NotFound;
