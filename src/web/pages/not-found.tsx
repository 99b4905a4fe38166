// The 404 screen inside the app.
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { notFoundMessages as messages } from '#web/messages/site/not-found.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Hangers } from '#web/ui/hangers.tsx';
import '#web/ui/button.css';
import './not-found.css';

const NotFound = () => (
  <main className="not-found" id="main">
    <title>{`${messages.heading} · Hangtag`}</title>
    <div className="wrap">
      <Link className="brand" href={paths.home}>
        <BrandMark />
      </Link>
    </div>
    <div className="wrap not-found-rail">
      <Hangers label={messages.rail} />
    </div>
    <div className="wrap not-found-text">
      <h1 className="disp">{messages.heading}</h1>
      <p className="lead-s">{messages.text}</p>
      <Link className="btn line" href={paths.home}>
        {messages.back}
      </Link>
    </div>
  </main>
);

export default NotFound;
