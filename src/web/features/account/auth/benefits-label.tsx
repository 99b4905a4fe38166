import { benefitWords as words } from '#web/messages/auth.ts';
import { HandWash, Iron, TickedCircle, Tub } from '#web/ui/care-symbols.tsx';

const benefits = [
  { symbol: <HandWash />, ...words.sharing },
  { symbol: <Tub>$</Tub>, ...words.pricing },
  { symbol: <Iron />, ...words.offers },
  { symbol: <TickedCircle />, ...words.analysis },
];

/** The care label sewn onto the auth screen's cloth. */
export const BenefitsLabel = () => (
  <aside className="auth-cloth cloth" aria-labelledby="benefits">
    <div className="woven sewn">
      <p className="sewn-brand" aria-hidden="true">
        {words.brand}
        <small>{words.size}</small>
      </p>
      <h2 id="benefits">{words.title}</h2>
      <ul className="sewn-list">
        {benefits.map(({ symbol, title, text }) => (
          <li key={title}>
            {symbol}
            <div>
              <b>{title}</b>
              <span>{text}</span>
            </div>
          </li>
        ))}
      </ul>
      <p className="sewn-origin">{words.origin}</p>
    </div>
  </aside>
);
