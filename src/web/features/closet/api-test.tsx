// Runs the API test and shows its result.
import { useMutation } from '@tanstack/react-query';
import { ApiFailure } from '#contract/failure.ts';
import type { ApiTest } from '#contract/schemas/closet.ts';
import { count } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { api, failureText } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { apiTestMessages as messages } from '#web/messages/closet/closet.ts';
import { Button } from '#web/ui/button.tsx';
import { Reference } from '#web/ui/reference.tsx';
import { Stamp } from '#web/ui/stamp.tsx';
import { Ago } from '#web/ui/time.tsx';
import { toastFailed } from '#web/ui/toast-store.ts';
import '#web/ui/panel.css';
import '#web/ui/stamp.css';
import './api-test.css';

const probeNames = ['reach', 'session', 'closet', 'search'] as const;
type ProbeName = (typeof probeNames)[number];

/** The text for a test that could not run: its status if the server refused it, otherwise the failure's own message. */
const failureTextOf = (error: unknown): string =>
  error instanceof ApiFailure && error.status >= 400
    ? messages.failedStatus(error.status)
    : failureText(error, messages.failedOtherwise).text;

/** Runs the four probes and shows the state of each: idle, testing, result, or error. */
export const ApiTestRun = ({ timezone }: { timezone: string }) => {
  const test = useMutation({ mutationFn: () => api.closet.test() });
  const run = () =>
    whenDone(test.mutateAsync(), {
      onError: (error) => {
        const detail = error instanceof Error ? error.message : undefined;
        toastFailed(messages.toast, failureTextOf(error), { error, detail });
      },
    });
  const { data: result, error, isPending } = test;
  const hasRun = result !== undefined || error !== null;
  return (
    <>
      <Button
        look="primary"
        className="api-run"
        onClick={run}
        isPending={isPending}
        pendingText={messages.testing}
        aria-describedby="api-state"
      >
        {hasRun ? messages.again : messages.run}
      </Button>
      <section className="panel api-panel" aria-labelledby="api-result" aria-busy={isPending}>
        <div className="phead small-head">
          <h2 className="h-head" id="api-result">
            {messages.result}
          </h2>
          {result && !isPending && (
            <Stamp kind={result.status === 'success' ? 'go' : 'halt'}>
              {result.status === 'success' ? messages.passed : messages.failed}
            </Stamp>
          )}
          {error && !isPending && <Stamp kind="halt">{messages.failed}</Stamp>}
        </div>
        <div className="pbody">
          <p id="api-state" role="status" className="api-message">
            {isPending ? messages.testingNote : error ? failureTextOf(error) : (result?.message ?? messages.idle)}
          </p>
          {error && !isPending && <TestFailure error={error} />}
          <Probes result={isPending ? undefined : result} />
          {result && !isPending && <Facts result={result} timezone={timezone} />}
        </div>
      </section>
    </>
  );
};

const TestFailure = ({ error }: { error: Error }) => {
  const message = error.message === failureTextOf(error) ? '' : error.message;
  return (
    <div className="api-trouble small">
      {message !== '' && <p>{message}</p>}
      <p>{messages.whatNow}</p>
      <Reference of={error} />
    </div>
  );
};

const Probes = ({ result }: { result: ApiTest | undefined }) => (
  <ol className="probes" aria-label={messages.probeList}>
    {probeNames.map((name: ProbeName, index) => {
      const probe = result?.probes.find((one) => one.name === name);
      return (
        <li key={name} className={probe && !probe.ok ? 'bad' : undefined}>
          <span className="n" aria-hidden="true">
            {index + 1}
          </span>
          <div>
            <h3>{messages.probes[name].title}</h3>
            <p className="small mute">{probe?.message ?? messages.probes[name].text}</p>
          </div>
          {probe && (
            <div className="probe-end">
              <Stamp kind={probe.ok ? 'go' : 'halt'}>{probe.ok ? messages.ok : messages.notOk}</Stamp>
              {probe.ms > 0 && <span className="small mute num">{messages.took(probe.ms)}</span>}
            </div>
          )}
        </li>
      );
    })}
  </ol>
);

const Facts = ({ result: { apiInfo, stats }, timezone }: { result: ApiTest; timezone: string }) => {
  const now = useNow(1000);
  return (
    <div className="api-facts">
      <section aria-labelledby="api-info">
        <h3 className="lab" id="api-info">
          {messages.info}
        </h3>
        <dl className="api-list">
          <dt>{messages.apiKey}</dt>
          <dd title={messages.apiKeyNote}>{apiInfo.apiKey}</dd>
          <dt>{messages.listings}</dt>
          <dd>{count(apiInfo.listingsCount)}</dd>
          <dt>{messages.lastTest}</dt>
          <dd>
            <Ago at={apiInfo.lastTest} zone={timezone} now={now} />
          </dd>
        </dl>
      </section>
      <section aria-labelledby="api-stats">
        <h3 className="lab" id="api-stats">
          {messages.stats}
        </h3>
        <dl className="api-list">
          <dt>{messages.successful}</dt>
          <dd>{count(stats.successful)}</dd>
          <dt>{messages.failedCount}</dt>
          <dd>{count(stats.failed)}</dd>
          <dt>{messages.total}</dt>
          <dd>{count(stats.total)}</dd>
        </dl>
      </section>
    </div>
  );
};
