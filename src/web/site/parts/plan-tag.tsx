// The plan on a large price tag.
import type { ReactNode } from 'react';
import { Check } from '#web/ui/icons.tsx';

type Words = { line: readonly string[]; per: readonly string[]; price: string; title: string };

export const PlanTag = ({
  messages,
  parts,
  children,
}: {
  messages: Words;
  parts: readonly string[];
  children: ReactNode;
}) => (
  <div className="plan">
    <svg className="plan-string" viewBox="0 0 100 240" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <path d="M-2 20C30 60 60 232 99 238" vectorEffect="non-scaling-stroke" />
    </svg>
    <i className="plan-eyelet" aria-hidden="true" />
    <div className="plan-tag">
      <div className="plan-lead">
        <div>
          <p className="plan-line">
            {messages.line.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
          <p className="plan-per">
            {messages.per.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
        </div>
        <p className="plan-price" aria-hidden="true">
          {messages.price}
        </p>
      </div>
      <div className="plan-parts">
        <h2>{messages.title}</h2>
        <ul>
          {parts.map((part) => (
            <li key={part}>
              <Check />
              {part}
            </li>
          ))}
        </ul>
        {children}
      </div>
    </div>
  </div>
);
