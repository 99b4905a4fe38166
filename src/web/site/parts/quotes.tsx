// Sample quotes, marked as such.

type Quote = { text: string; who: string; what: string };

/** Nobody said these, so each is marked as a sample. */
export const Quotes = ({ quotes, mark }: { quotes: readonly Quote[]; mark: string }) => (
  <div className="quotes">
    {quotes.map(({ text, who, what }) => (
      <figure key={who}>
        <blockquote>{text}</blockquote>
        <figcaption>
          <span className="stamp none">{mark}</span>
          <b>{who}</b>
          {what}
        </figcaption>
      </figure>
    ))}
  </div>
);
