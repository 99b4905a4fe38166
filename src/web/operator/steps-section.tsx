// The steps of the maintenance, each with a button that runs it now.
import type { Installation } from '#contract/schemas/operation.ts';
import { operatorMessages } from '#web/messages/operator.ts';
import { Button } from '#web/ui/button.tsx';
import { Nothing, Section, Since, timeNear } from './parts.tsx';
import { useRunStep } from './queries.ts';

const messages = operatorMessages.steps;

export const Steps = ({ steps, now }: Pick<Installation, 'steps'> & { now: number }) => {
  const run = useRunStep();
  const failing = steps.filter(({ failures }) => failures > 0).length;
  return (
    <Section title={messages.title}>
      {steps.length === 0 && <Nothing>{messages.none}</Nothing>}
      {steps.length > 0 && (
        <details className="op-more" open={failing > 0}>
          <summary>{messages.summary(steps.length, failing)}</summary>
          <ul className="op-rows op-steps">
            {steps.map((step) => (
              <li key={step.name}>
                <div>
                  <b>{step.name}</b>
                  <span className="small mute">
                    {step.okAt === null ? messages.never : <Since at={step.okAt} now={now} text={messages.ran} />}
                    {step.nextRunAt !== null && `, ${messages.next(timeNear(step.nextRunAt, now))}`}
                  </span>
                  <Button
                    isSmall
                    isPending={run.isPending && run.variables === step.name}
                    pendingText={messages.running}
                    aria-label={messages.runs(step.name)}
                    onClick={() => run.mutate(step.name)}
                  >
                    {messages.run}
                  </Button>
                </div>
                {step.failures > 0 && step.failedAt !== null && (
                  <p className="op-error">
                    <Since at={step.failedAt} now={now} text={messages.failed} />: {step.error}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="sr" role="status">
        {run.isSuccess && messages.started(run.variables)}
      </p>
      <p className="op-wrong" role="alert">
        {run.error?.message}
      </p>
    </Section>
  );
};
