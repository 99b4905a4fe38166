// What a page says about the address that it was opened at.
import { paths } from '#contract/pages.ts';
import './on-network.css';

/** Above every page of a Hangtag that listens on the network. The server says in the page whether it does. */
export const OnNetwork = () => (
  <aside className="on-network" aria-label="Reachable from other devices">
    Hangtag listens on the network: other devices may open it, and nothing they send is encrypted.{' '}
    <a href={paths.phone}>Safer ways</a>
  </aside>
);

/** Instead of a form to sign in. `site`: the origin at which browsers keep the session. */
export const WrongAddress = ({ site }: { site: string }) => (
  <p className="warn plain">
    This address isn’t secure, so your browser can’t stay signed in here.{' '}
    <a href={`${site}${location.pathname}${location.search}`}>{`Open ${site}`}</a>
  </p>
);
