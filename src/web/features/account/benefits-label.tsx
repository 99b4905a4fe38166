import { HandWash, Iron, TickedCircle, Tub } from '#web/ui/care-symbols.tsx';

const benefits = [
  { symbol: <HandWash />, title: 'Automated listing sharing', text: 'At a human pace, inside your hours' },
  { symbol: <Tub>$</Tub>, title: 'AI price suggestions', text: 'From a photo or for a whole closet' },
  { symbol: <Iron />, title: 'Smart offer management', text: 'Shipping discounts when you allow them' },
  { symbol: <TickedCircle />, title: 'Real-time market analysis', text: 'What similar pieces ask right now' },
];

/** The care label sewn onto the auth screen's cloth. */
export const BenefitsLabel = () => (
  <aside className="auth-cloth cloth" aria-labelledby="benefits">
    <div className="woven sewn">
      <p className="sewn-brand" aria-hidden="true">
        Hangtag<small>One size</small>
      </p>
      <h2 id="benefits">What this account does for you</h2>
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
      <p className="sewn-origin">Stops at your daily limit. Pauses at a human check. Keeps your password to itself.</p>
    </div>
  </aside>
);
