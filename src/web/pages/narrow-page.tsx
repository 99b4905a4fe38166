// A screen in one narrow column, with the way back to the dashboard above it.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { meQuery } from '#web/features/account/queries.ts';
import { OutageNotice } from '#web/features/bot/band/bot-band.tsx';
import { paths } from '#web/lib/paths.ts';
import { ArrowLeft } from '#web/ui/icons.tsx';
import '#web/ui/button.css';
import './narrow-page.css';

/** `name`: the window's title. */
type Props = { name: string; title?: string; text: string; children: ReactNode };

export const NarrowPage = ({ name, title = name, text, children }: Props) => {
  const { data: user } = useQuery(meQuery);
  return (
    <main id="main" className="narrow-page wrap">
      <title>{`${name} · Hangtag`}</title>
      <p>
        <Link className="btn bare" href={paths.dashboard}>
          <ArrowLeft />
          Back to Dashboard
        </Link>
      </p>
      <div>
        <h1 className="disp">{title}</h1>
        <p className="lead-s">{text}</p>
      </div>
      <OutageNotice timezone={user?.timezone ?? 'UTC'} />
      {children}
    </main>
  );
};
