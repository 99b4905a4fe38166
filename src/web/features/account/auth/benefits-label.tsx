// The care label with Hangtag's benefits, on the auth screen.
import { HandWash, Iron, TickedCircle, Tub } from '#web/ui/care-symbols.tsx';

const messages = {
  sharing: { title: 'Automated listing sharing', text: 'At a human pace, inside your hours' },
  pricing: { title: 'AI price suggestions', text: 'From a photo or for a whole closet' },
  offers: { title: 'Smart offer management', text: 'Shipping discounts when you allow them' },
  analysis: { title: 'Real-time market analysis', text: 'What similar items sell for' },
} as const;

const benefits = [
  { symbol: <HandWash />, ...messages.sharing },
  { symbol: <Tub>$</Tub>, ...messages.pricing },
  { symbol: <Iron />, ...messages.offers },
  { symbol: <TickedCircle />, ...messages.analysis },
];

export const BenefitsLabel = () => (
  <aside className="auth-cloth cloth" aria-labelledby="benefits">
    <div className="woven sewn">
      <p className="sewn-brand" aria-hidden="true">
        Hangtag
        <small>One size</small>
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
      <p className="sewn-origin">Stops at your daily limit. Pauses at a human check. Encrypts your password.</p>
    </div>
  </aside>
);
