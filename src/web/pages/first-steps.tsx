// The checklist before the first round.

import type { ReactNode } from 'react';
import { Check } from '#web/ui/icons.tsx';
import './first-steps.css';

type Step = {
  title: string;
  text: string;
  isDone: boolean;
  control?: ReactNode;
  body?: ReactNode;
  /** Where links lead that mean the body. */
  place?: string;
};

/** The seller can hide the steps and show them again. */
export const FirstSteps = ({
  steps,
  onHide,
  beside,
}: {
  steps: readonly Step[];
  onHide: () => void;
  beside: ReactNode;
}) => {
  const done = steps.filter(({ isDone }) => isDone).length;
  const current = steps.findIndex(({ isDone }) => !isDone);
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <div className="panel">
        <div className="phead">
          <h2 className="h-title" id="first-steps">
            Before the first round
          </h2>
          <span className="small mute">
            {done} of {steps.length} done
          </span>
        </div>
        <ol className="steps">
          {steps.map(({ title, text, isDone, control, body, place }, index) => (
            <li
              key={title}
              className={isDone ? 'done' : index === current ? 'cur' : ''}
              aria-current={index === current ? 'step' : undefined}
            >
              <span className="n">{isDone ? <Check className="ic" aria-label="Done" /> : index + 1}</span>
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
              {!isDone && control}
              {!isDone && index === current && body !== undefined && (
                <div className="step-body" id={place} tabIndex={place === undefined ? undefined : -1}>
                  {body}
                </div>
              )}
            </li>
          ))}
        </ol>
        <p className="steps-foot">
          <button type="button" className="btn bare sm" onClick={onHide}>
            Hide these steps
          </button>
        </p>
      </div>
      {beside}
    </section>
  );
};

/** A link to the place where the seller can do the step. */
export const StepLink = ({ place, children }: { place: string; children: ReactNode }) => (
  <a className="btn line sm" href={place}>
    {children}
  </a>
);
