// A section of a public page: its heading, a line beside it, and what is below.
import type { ReactNode } from 'react';

type Props = {
  /** The id of the heading is `NAME-title`. */
  name: string;
  id?: string;
  title: string;
  text: string;
  look?: 'pricing';
  children: ReactNode;
};

export const Section = ({ name, id, title, text, look, children }: Props) => (
  <section className={look ? `sec ${look}` : 'sec'} id={id} aria-labelledby={`${name}-title`}>
    <div className="wrap">
      <div className="sec-head">
        <h2 className="big" id={`${name}-title`}>
          {title}
        </h2>
        <p>{text}</p>
      </div>
      {children}
    </div>
  </section>
);
