// The API test: runs four checks of the connection, and shows what each found.
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ApiTest } from '#contract/closet/closet.ts';
import { ApiFailure } from '#contract/failure.ts';
import { meQuery } from '#web/features/account/queries.ts';
import { count } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { api, failureText, whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Reference } from '#web/ui/reference.tsx';
import { Stamp } from '#web/ui/stamp.tsx';
import { Ago } from '#web/ui/time.tsx';
import { toastFailed } from '#web/ui/toast-store.ts';
import '#web/ui/panel.css';
import '#web/ui/stamp.css';
import { NarrowPage } from './narrow-page.tsx';

const probes = {
  reach: { title: 'Reach', text: 'Is the marketplace responding?' },
  session: { title: 'Session', text: 'Are you still signed in?' },
  closet: { title: 'Closet', text: 'Can Hangtag read your listings?' },
  search: { title: 'Search', text: 'Can Hangtag find similar listings?' },
} as const;
const probeNames = ['reach', 'session', 'closet', 'search'] as const;

const failureTextOf = (error: unknown): string =>
  error instanceof ApiFailure && error.status >= 400
    ? `API test failed with status: ${error.status}`
    : failureText(error, 'An error occurred while testing the API connection.').text;

const ApiTestPage = () => {
  const { data: user } = useQuery(meQuery);
  const test = useMutation({ mutationFn: () => api.closet.test() });
  const run = () =>
    whenDone(test.mutateAsync(), {
      onError: (error) => {
        const detail = error instanceof Error ? error.message : undefined;
        toastFailed('API Test Failed', failureTextOf(error), { error, detail });
      },
    });
  const { data: result, error, isPending } = test;
  const hasRun = result !== undefined || error !== null;
  return (
    <NarrowPage name="API test" title="Marketplace connection test" text="Four read-only checks. Nothing is changed.">
      <Button
        look="primary"
        className="api-run"
        onClick={run}
        isPending={isPending}
        pendingText="Testing…"
        aria-describedby="api-state"
      >
        {hasRun ? 'Run Test Again' : 'Run API Test'}
      </Button>
      <section className="panel api-panel" aria-labelledby="api-result" aria-busy={isPending}>
        <div className="phead small-head">
          <h2 className="h-head" id="api-result">
            Result
          </h2>
          {result && !isPending && (
            <Stamp kind={result.status === 'success' ? 'go' : 'halt'}>
              {result.status === 'success' ? 'Success' : 'Failed'}
            </Stamp>
          )}
          {error && !isPending && <Stamp kind="halt">Failed</Stamp>}
        </div>
        <div className="pbody">
          <p id="api-state" role="status" className="api-message">
            {isPending
              ? 'This takes a few seconds.'
              : error
                ? failureTextOf(error)
                : (result?.message ??
                  'Not tested yet. You can run the test at any time, even while the bot is sharing.')}
          </p>
          {error && !isPending && <TestFailure error={error} />}
          <Probes result={isPending ? undefined : result} />
          {result && !isPending && <TestFacts result={result} timezone={user?.timezone ?? 'UTC'} />}
        </div>
      </section>
    </NarrowPage>
  );
};

export default ApiTestPage;

const TestFailure = ({ error }: { error: Error }) => {
  const message = error.message === failureTextOf(error) ? '' : error.message;
  return (
    <div className="lines-tight small">
      {message !== '' && <p>{message}</p>}
      <p>Your bot and settings aren’t affected. Try again in a moment.</p>
      <Reference of={error} />
    </div>
  );
};

const Probes = ({ result }: { result: ApiTest | undefined }) => (
  <ol className="probes" aria-label="The four checks">
    {probeNames.map((name, index) => {
      const probe = result?.probes.find((one) => one.name === name);
      return (
        <li key={name} className={probe && !probe.ok ? 'bad' : undefined}>
          <span className="n" aria-hidden="true">
            {index + 1}
          </span>
          <div>
            <h3>{probes[name].title}</h3>
            <p className="small mute">{probe?.message ?? probes[name].text}</p>
          </div>
          {probe && (
            <div className="probe-end">
              <Stamp kind={probe.ok ? 'go' : 'halt'}>{probe.ok ? 'Passed' : 'Failed'}</Stamp>
              {probe.ms > 0 && (
                <span className="small mute">
                  {probe.ms < 1000 ? `${count(probe.ms)} ms` : `${(probe.ms / 1000).toFixed(1)} s`}
                </span>
              )}
            </div>
          )}
        </li>
      );
    })}
  </ol>
);

const TestFacts = ({ result: { apiInfo, stats }, timezone }: { result: ApiTest; timezone: string }) => {
  const now = useNow(1000);
  return (
    <div className="api-facts">
      <section aria-labelledby="api-info">
        <h3 className="lab" id="api-info">
          API info
        </h3>
        <Facts
          isClose
          facts={[
            [
              'API key',
              <span key="key" title="A fingerprint, not the key itself">
                {apiInfo.apiKey}
              </span>,
            ],
            ['Listings', count(apiInfo.listingsCount)],
            ['Last test', <Ago key="last" at={apiInfo.lastTest} zone={timezone} now={now} />],
          ]}
        />
      </section>
      <section aria-labelledby="api-stats">
        <h3 className="lab" id="api-stats">
          Stats
        </h3>
        <Facts
          isClose
          facts={[
            ['Successful', count(stats.successful)],
            ['Failed', count(stats.failed)],
            ['Total', count(stats.total)],
          ]}
        />
      </section>
    </div>
  );
};
