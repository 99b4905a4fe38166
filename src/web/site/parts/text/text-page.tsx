// A page that is only text.
import type { ReactNode } from 'react';
import { Bar, siteLinks } from '../bar.tsx';
import { Day } from '../day.tsx';
import { Footer } from '../footer.tsx';

type Props = { heading: string; lead: string; changed: { words: string; date: string }; children: ReactNode };

export const TextPage = ({ heading, lead, changed, children }: Props) => (
  <>
    <Bar links={siteLinks('')} />
    <main id="main" className="page">
      <div className="wrap">
        <div className="page-head">
          <h1 className="disp">{heading}</h1>
          <p className="lead-s">{lead}</p>
        </div>
        <div className="prose">
          {children}
          <p className="small mute">
            {changed.words} <Day date={changed.date} />.
          </p>
        </div>
      </div>
    </main>
    <Footer />
  </>
);
