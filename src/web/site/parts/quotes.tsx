// What sellers might say: sample quotes, marked as such.
import { homeMessages } from '#web/messages/site/home.ts';
import { Section } from './section.tsx';

/** Nobody said these, so each is marked as a sample. */
export const Reviews = () => (
  <Section
    name="reviews"
    id="reviews"
    title="What sellers might say"
    text="We wrote these sample quotes. We’ll replace them when sellers agree to be quoted by name."
  >
    <div className="quotes columns">
      {homeMessages.quotes.map(({ text, who, what }) => (
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
