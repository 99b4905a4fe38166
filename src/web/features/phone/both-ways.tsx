// The two ways to bring Hangtag to a phone, and what each costs.
import { Stamp } from '#web/ui/stamp.tsx';
import './phone-ways.css';

export const BothWays = () => (
  <div className="both-ways">
    <section aria-labelledby="way-tailscale">
      <h3 className="h-head" id="way-tailscale">
        Tailscale <Stamp kind="none">Easiest</Stamp>
      </h3>
      <ol>
        <li>
          Install it on this computer and on your phone, from{' '}
          <a href="https://tailscale.com/download" target="_blank" rel="noreferrer">
            tailscale.com
          </a>
          .
        </li>
        <li>Sign in to the same Tailscale account on both.</li>
        <li>Come back here and look again: Hangtag does the rest.</li>
        <li>Only your own devices reach Hangtag, from anywhere.</li>
        <li>
          <b>What it costs:</b> nothing for personal use, one more account, and ten minutes. This computer has to be on.
        </li>
      </ol>
    </section>
    <section aria-labelledby="way-domain">
      <h3 className="h-head" id="way-domain">
        Your own address
      </h3>
      <ol>
        <li>Get a name, such as hangtag.example.com, and a computer that is always on.</li>
        <li>Put a proxy with https in front of Hangtag. Caddy gets the certificate on its own.</li>
        <li>Set PUBLIC_URL to the https address and TRUST_PROXY to the proxy, and start Hangtag again.</li>
        <li>Everyone on the internet sees the sign-in page, so turn on a second step in your profile.</li>
        <li>
          <b>What it costs:</b> about $12 a year for the name, often a rented server, and an evening.
        </li>
      </ol>
    </section>
  </div>
);
