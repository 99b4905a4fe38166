// The auth screen: sign in, register, reset a password, try the demo.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { ConfirmEmailPanel, ForgotPanel, NewPasswordPanel } from '#web/features/account/auth/link-panels.tsx';
import { LoginForm } from '#web/features/account/auth/login-form.tsx';
import { DemoButton, RegisterForm } from '#web/features/account/auth/register-form.tsx';
import { accountKeys } from '#web/features/account/queries.ts';
import { takeAuthTab } from '#web/lib/browser/kept-choice.ts';
import { safeAddress } from '#web/lib/out-of-reach.ts';
import { paths } from '#web/lib/paths.ts';
import { hasSignedInHint } from '#web/lib/server/session.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Button } from '#web/ui/button.tsx';
import { HandWash, Iron, TickedCircle, Tub } from '#web/ui/care-symbols.tsx';
import { WrongAddress } from '#web/ui/on-network.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import './auth.css';

type Tab = keyof typeof heads;

type Panel = { kind: 'none' } | { kind: 'forgot' } | { kind: 'new' | 'confirm'; token: string };

/** What a mailed link asks for. Its token is in the fragment, which the browser never sends to a server. */
const panelInAddress = (): Panel => {
  const [, name, token = ''] = /^#(reset|confirm)=(.+)$/.exec(location.hash) ?? [];
  if (name === undefined) return { kind: 'none' };
  return { kind: name === 'reset' ? 'new' : 'confirm', token };
};

const heads = {
  login: { title: 'Welcome back', text: 'Your bot keeps going while you’re away.' },
  register: { title: 'Create your account', text: 'Free forever. No card required.' },
};

const Auth = () => {
  const [, navigate] = useLocation();
  const search = useSearch();
  const client = useQueryClient();
  const [tab, setTab] = useState<Tab>(() =>
    (new URLSearchParams(search).get('tab') ?? takeAuthTab()) === 'register' ? 'register' : 'login',
  );
  const [panel, setPanel] = useState<Panel>(panelInAddress);
  const better = safeAddress();
  // A link that is pasted into the address bar of this screen changes only the fragment, and loads nothing.
  useEffect(() => {
    const look = () => {
      const asked = panelInAddress();
      if (asked.kind === 'none') return;
      setPanel(asked);
      // The panel for a new password is below the sign-in form.
      if (asked.kind === 'new') setTab('login');
    };
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  const close = () => {
    setPanel({ kind: 'none' });
    if (location.hash !== '') history.replaceState(null, '', paths.auth);
  };
  const enter = () => {
    void client.cancelQueries({ type: 'inactive' });
    navigate(paths.dashboard);
  };
  /** Signed-in sellers continue to the screens, and others sign in. */
  const leaveConfirmed = () => {
    if (!hasSignedInHint()) return close();
    void client.invalidateQueries({ queryKey: accountKeys.me });
    navigate(paths.dashboard);
  };
  return (
    <div className="auth">
      <title>{`${tab === 'login' ? 'Login' : 'Register'} · Hangtag`}</title>
      <div className="auth-left">
        <header className="auth-bar">
          <Link className="brand" href={paths.home}>
            <BrandMark />
          </Link>
          <a className="btn bare sm" href={paths.howItWorks}>
            How it Works
          </a>
        </header>
        <main id="main" className="auth-column">
          <h1>{heads[tab].title}</h1>
          <p className="auth-lead">{heads[tab].text}</p>
          {panel.kind === 'confirm' && (
            <ConfirmEmailPanel token={panel.token} onConfirmed={leaveConfirmed} onClose={close} />
          )}
          {better === null ? (
            <>
              <Tabs
                label="Login or register"
                className="tabs auth-tabs"
                tabs={[
                  { name: 'login', label: 'Login' },
                  { name: 'register', label: 'Register' },
                ]}
                chosen={tab}
                onChoose={setTab}
              >
                {tab === 'register' ? (
                  <RegisterForm onSignedIn={enter} />
                ) : (
                  <SignIn panel={panel} onPanel={setPanel} onClose={close} onSignedIn={enter} />
                )}
              </Tabs>
              <div className="auth-demo lines-close">
                <p className="small mute">No account yet, or just curious? Try it on a practice closet.</p>
                <DemoButton name="Try with a demo closet" onSignedIn={enter} />
              </div>
            </>
          ) : (
            <WrongAddress site={better} />
          )}
        </main>
        <footer className="small mute auth-note">Independent. Not affiliated with Poshmark.</footer>
      </div>
      <BenefitsLabel />
    </div>
  );
};

type SignInProps = {
  panel: Panel;
  onPanel: (panel: Panel) => void;
  onClose: () => void;
  onSignedIn: () => void;
};

const SignIn = ({ panel, onPanel, onClose, onSignedIn }: SignInProps) => {
  const isForgotOpen = panel.kind === 'forgot';
  return (
    <>
      <LoginForm onSignedIn={onSignedIn} />
      <Button
        look="bare"
        className="forgot"
        aria-expanded={isForgotOpen}
        aria-controls={isForgotOpen ? 'forgot-panel' : undefined}
        onClick={() => (isForgotOpen ? onClose() : onPanel({ kind: 'forgot' }))}
      >
        Forgot your password
      </Button>
      {isForgotOpen && (
        <ForgotPanel id="forgot-panel" onClose={onClose} onToken={(token) => onPanel({ kind: 'new', token })} />
      )}
      {panel.kind === 'new' && <NewPasswordPanel key={panel.token} token={panel.token} onClose={onClose} />}
    </>
  );
};

export default Auth;

const benefits = [
  { symbol: <HandWash />, title: 'Automated listing sharing', text: 'At a human pace, inside your hours' },
  { symbol: <Tub>$</Tub>, title: 'AI price suggestions', text: 'From a photo or for a whole closet' },
  { symbol: <Iron />, title: 'Smart offer management', text: 'Shipping discounts when you allow them' },
  { symbol: <TickedCircle />, title: 'Real-time market analysis', text: 'What similar items sell for' },
];

const BenefitsLabel = () => (
  <aside className="auth-cloth cloth" aria-labelledby="benefits">
    <div className="woven sewn">
      <p className="sewn-brand" aria-hidden="true">
        Hangtag
        <small className="lab">One size</small>
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
