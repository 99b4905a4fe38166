import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { counted } from '#web/lib/format.ts';
import { ClockSquare, CrossedTriangle, HandWash, Tub } from '#web/ui/care-symbols.tsx';
import './first-steps.css';

type Step = { title: string; text: string; isDone: boolean; control?: ReactNode; body?: ReactNode };

/** What is left to do before the first round. It can be put away, and taken out again. */
export const FirstSteps = ({ steps, onHide }: { steps: readonly Step[]; onHide: () => void }) => {
  const done = steps.filter(({ isDone }) => isDone).length;
  const current = steps.findIndex(({ isDone }) => !isDone);
  return (
    <section className="first" aria-labelledby="first-steps">
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
          {steps.map(({ title, text, isDone, control, body }, index) => (
            <li
              key={title}
              className={isDone ? 'done' : index === current ? 'cur' : ''}
              aria-current={index === current ? 'step' : undefined}
            >
              <span className="n">{isDone ? <Check className="ic" aria-label="Done" /> : index + 1}</span>
              <div>
                <b>{title}</b>
                <p>{text}</p>
              </div>
              {!isDone && control}
              {!isDone && index === current && body !== undefined && <div className="step-body">{body}</div>}
            </li>
          ))}
        </ol>
        <p className="steps-foot">
          <button type="button" className="btn bare sm" onClick={onHide}>
            Hide these steps
          </button>
        </p>
      </div>
      <div className="cloth care-cloth">
        <div className="woven">
          <h3>Care of your account</h3>
          <ul className="sewn-list">
            {cares.map(({ symbol, title, text }) => (
              <li key={title}>
                {symbol}
                <div>
                  <b>{title}</b>
                  <span>{text}</span>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
};

const cares = [
  { symbol: <HandWash />, title: 'Human pace', text: 'Uneven gaps, one listing at a time' },
  { symbol: <Tub>cap</Tub>, title: 'Stops at your limit', text: 'Every day, without being asked' },
  { symbol: <ClockSquare />, title: 'Only in your hours', text: 'When scheduled slots are on' },
  { symbol: <CrossedTriangle />, title: 'Never past a human check', text: 'It pauses and tells you' },
];

export const syncText = (active: number): string =>
  active > 0 ? `${counted(active, 'active listing')} read.` : 'We read what is for sale. Nothing changes.';
