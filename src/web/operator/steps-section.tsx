// The steps of the maintenance, each with a button that runs it now.

import type { Installation } from '#contract/operation.ts';
import { count, counted } from '#web/format/format.ts';
import { operatorMessages } from '#web/messages/operator.ts';
import { Button } from '#web/ui/button.tsx';
import { Nothing, Section, Since, timeNear } from './parts.tsx';
import { useRunStep } from './queries.ts';

const messages = operatorMessages.steps;

export const Steps = ({ steps, now }: Pick<Installation, 'steps'> & { now: number }) => {
  const run = useRunStep();
  const failing = steps.filter(({ failures }) => failures > 0).length;
  return (
    <Section title="Maintenance">
      {steps.length === 0 && <Nothing>No step has run yet.</Nothing>}
      {steps.length > 0 && (
        <details className="op-more" open={failing > 0}>
          <summary>
            {failing === 0
              ? `${counted(steps.length, 'step')}, none failing`
              : `${counted(steps.length, 'step')}, ${count(failing)} failing`}
          </summary>
          <ul className="op-rows op-steps">
            {steps.map((step) => (
              <li key={step.name}>
                <div>
                  <b>{step.name}</b>
                  <span className="small mute">
                    {step.okAt === null ? 'Hasn’t run yet' : <Since at={step.okAt} now={now} text={messages.ran} />}
                    {step.nextRunAt !== null && `, next ${timeNear(step.nextRunAt, now)}`}
                  </span>
                  <Button
                    isSmall
                    isPending={run.isPending && run.variables === step.name}
                    pendingText="Starting…"
                    aria-label={`Run ${step.name} now`}
                    onClick={() => run.mutate(step.name)}
                  >
                    Run now
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
        {run.isSuccess && `${run.variables} was started.`}
      </p>
      <p className="op-wrong" role="alert">
        {run.error?.message}
      </p>
    </Section>
  );
};
