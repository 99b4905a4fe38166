import type { ReactNode } from 'react';
import { Header } from './header.tsx';
import { LiveUpdates } from './live-updates.tsx';

/** What every signed-in screen stands in: the top bar, the live updates, a link past the bar for the keyboard. */
const SignedIn = ({ children }: { children: ReactNode }) => (
  <>
    <a className="skip" href="#main">
      Skip to content
    </a>
    <Header />
    <LiveUpdates />
    {children}
  </>
);

export default SignedIn;
