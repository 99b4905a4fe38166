// The API test screen.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { meQuery } from '#web/features/account/queries.ts';
import { OutageNotice } from '#web/features/bot/band/bot-band.tsx';
import { ApiTestRun } from '#web/features/closet/api-test.tsx';
import { paths } from '#web/lib/paths.ts';
import { ArrowLeft } from '#web/ui/icons.tsx';
import '#web/ui/button.css';
import './api-test.css';

const ApiTestPage = () => {
  const { data: user } = useQuery(meQuery);
  return (
    <main id="main" className="api-test wrap">
      <title>{`${'API test'} · Hangtag`}</title>
      <p>
        <Link className="btn bare" href={paths.dashboard}>
          <ArrowLeft />
          Back to Dashboard
        </Link>
      </p>
      <div>
        <h1 className="disp">Marketplace connection test</h1>
        <p className="lead-s">Four read-only checks. Nothing is changed.</p>
      </div>
      <OutageNotice timezone={user?.timezone ?? 'UTC'} />
      <ApiTestRun timezone={user?.timezone ?? 'UTC'} />
    </main>
  );
};

export default ApiTestPage;
