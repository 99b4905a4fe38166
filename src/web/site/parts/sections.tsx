// Sections that the front page and the landing page share.
import type { ReactNode } from 'react';
import { Check } from '#web/ui/icons.tsx';
import { Call } from './frame.tsx';

type Props = { id: string; title: string; text: string; className?: string; children: ReactNode };

/** Its heading, a line beside it, and what is below. The id of the heading is `ID-title`. */
export const Section = ({ id, title, text, className = 'sec', children }: Props) => (
  <section className={className} id={id} aria-labelledby={`${id}-title`}>
    <div className="wrap">
      <div className="sec-head">
        <h2 className="big" id={`${id}-title`}>
          {title}
        </h2>
        <p>{text}</p>
      </div>
      {children}
    </div>
  </section>
);

const quotes = [
  {
    text: 'I used to share on the bus. Now I read on the bus, and the closet is still shared by noon.',
    who: 'Part-time reseller',
    what: '86 listings, denim and workwear',
  },
  {
    text: 'The limit is the feature. I set 1,000 and stopped worrying about share jail.',
    who: 'Weekend seller',
    what: '140 listings, shoes',
  },
  {
    text: 'It told me to lower three prices and showed me why. I could argue with it.',
    who: 'Closet clear-out',
    what: '52 listings, dresses',
  },
];

/** Nobody said these, so each is marked as a sample. */
export const Reviews = () => (
  <Section
    id="reviews"
    title="What sellers might say"
    text="We wrote these sample quotes. We’ll replace them when sellers agree to be quoted by name."
  >
    <div className="quotes columns">
      {quotes.map(({ text, who, what }) => (
        <figure key={who}>
          <blockquote>{text}</blockquote>
          <figcaption>
            <span className="stamp none">Sample</span>
            <b>{who}</b>
            {what}
          </figcaption>
        </figure>
      ))}
    </div>
  </Section>
);

const parts = [
  'Unlimited auto-sharing',
  'AI price optimization',
  'Market analysis tools',
  'Advanced scheduling',
  'Premium support',
];

export const PlanTag = ({ lines, terms, title }: { lines: string[]; terms: string; title: string }) => (
  <div className="plan">
    <svg className="plan-string" viewBox="0 0 100 240" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <path d="M-2 20C30 60 60 232 99 238" vectorEffect="non-scaling-stroke" />
    </svg>
    <i className="plan-eyelet" aria-hidden="true" />
    <div className="plan-tag">
      <div className="plan-lead">
        <div>
          <p className="plan-line">
            {lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
          <p className="plan-per">
            <span>$0 per month.</span>
            <span>{terms}</span>
          </p>
        </div>
        <p className="plan-price" aria-hidden="true">
          $0
        </p>
      </div>
      <div className="plan-parts">
        <h2>{title}</h2>
        <ul>
          {parts.map((part) => (
            <li key={part}>
              <Check />
              {part}
            </li>
          ))}
        </ul>
        <Call />
      </div>
    </div>
  </div>
);
