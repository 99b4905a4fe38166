// The line above every page of a Hangtag that listens on the network. The server says in the page whether it does.
import { paths } from '#contract/pages.ts';
import './on-network.css';

export const OnNetwork = () => (
  <aside className="on-network" aria-label="Reachable from other devices">
    Hangtag listens on the network: other devices may open it, and nothing they send is encrypted.{' '}
    <a href={paths.phone}>Safer ways</a>
  </aside>
);
