// The top bar of every signed-in screen.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { User } from '#contract/account/sign-in.ts';
import { meQuery, useLogout } from '#web/features/account/queries.ts';
import { StateStamp } from '#web/features/bot/figures/measures.tsx';
import { botStatusQuery } from '#web/features/bot/queries.ts';
import { useNarrow } from '#web/lib/browser/narrow.ts';
import { type Theme, themes, useTheme } from '#web/lib/browser/theme.ts';
import { useCommand } from '#web/lib/commands.ts';
import { paths, registerPath } from '#web/lib/paths.ts';
import { accountFailureMessage, whenDone } from '#web/lib/server/api.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Menu, Monitor, Moon, Sun } from '#web/ui/icons.tsx';
import { later } from '#web/ui/later.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { MissingDialog } from './missing.tsx';
import '#web/ui/button.css';
import './header.css';

const ProfileDialog = later(() => import('./profile-dialog.tsx'), {
  failed: (props) => <MissingDialog title="Your profile" {...props} />,
});
const ContactDialog = later(() => import('#web/features/contact/contact-dialog.tsx'), {
  failed: (props) => <MissingDialog title="Contact Us" {...props} />,
});

const useLeave = () => {
  const logout = useLogout();
  const [, navigate] = useLocation();
  const leaveFor = (path: string) =>
    whenDone(logout.mutateAsync(), {
      onSuccess: () => {
        toastDone('Logged out', 'You have been successfully logged out.');
        navigate(path);
      },
      onError: (error) => toastFailure(error, 'Logout failed', 'Logout failed', accountFailureMessage),
    });
  return { isPending: logout.isPending, leaveFor };
};

const PracticeBadge = ({ user }: { user: User }) => {
  if (!user.guest && !user.closet.practice) return null;
  const text = user.guest
    ? 'A demo account with a practice closet. Nothing here is real, and it’s erased after 24 hours.'
    : 'This is a practice closet with made-up listings.';
  return (
    <span className="demo-badge lab" title={text}>
      {user.guest ? 'Demo' : 'Practice'}
    </span>
  );
};

/** The bot's state, which leads to its controls. Wide screens show the controls themselves. */
const BotState = () => {
  const { data: status } = useQuery(botStatusQuery);
  const [path] = useLocation();
  // Before the first start, the screen itself says what is missing.
  if (status === undefined || (!status.isRunning && status.totalShares === 0)) return null;
  const state = (
    <>
      <span className="sr">Bot:</span> <StateStamp status={status} isShort />
    </>
  );
  return path === paths.dashboard ? (
    <a className="bot-state" href="#bot-title">
      {state}
    </a>
  ) : (
    <Link className="bot-state" href={paths.dashboard}>
      {state}
    </Link>
  );
};

const Tools = () => {
  const [current] = useLocation();
  const links = [
    { path: paths.dashboard, name: 'Dashboard' },
    { path: paths.marketAnalysis, name: 'Market analysis' },
    { path: paths.selling, name: 'Selling', tabs: [paths.drops, paths.parties, paths.experiment] as string[] },
    { path: paths.numbers, name: 'Numbers', tabs: [paths.sales, paths.taxYear, paths.backtest] as string[] },
    { path: paths.apiTest, name: 'API test' },
  ];
  return links.map(({ path, name, tabs = [] }) => (
    <Link key={path} href={path} aria-current={current === path ? 'page' : tabs.includes(current) ? 'true' : undefined}>
      {name}
    </Link>
  ));
};

const nameOf = ({ firstName, lastName }: User): string => `${firstName} ${lastName}`.trim();

const ProfileButton = ({ user, onClick }: { user: User; onClick: () => void }) => (
  <button type="button" className="who" aria-haspopup="dialog" onClick={onClick}>
    {/* Drawn by the style sheet: as text the initials would have to be part of the button's name. */}
    <span
      className="ava"
      aria-hidden="true"
      data-initials={`${user.firstName.charAt(0)}${user.lastName.charAt(0)}`.toUpperCase()}
    />
    <span className="who-name">
      <span className="sr">Profile of</span> {nameOf(user)}
    </span>
  </button>
);

type Dialog = 'profile' | 'contact';

export const Header = () => {
  const { data: user } = useQuery(meQuery);
  const { isPending, leaveFor } = useLeave();
  const isNarrow = useNarrow();
  const [open, setOpen] = useState<Dialog | null>(null);
  const logout = () => {
    if (!isPending) leaveFor(paths.auth);
  };
  useCommand({ id: 'profile', label: 'Your profile', run: () => setOpen('profile') });
  useCommand({ id: 'contact', label: 'Contact Us', run: () => setOpen('contact') });
  useCommand({ id: 'logout', label: 'Logout', run: logout });
  const help = (
    <>
      <a href={paths.howItWorks}>How it Works</a>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen('contact')}>
        Contact Us
      </button>
    </>
  );
  const account = user && (
    <>
      <ProfileButton user={user} onClick={() => setOpen('profile')} />
      <button type="button" onClick={logout} aria-disabled={isPending || undefined}>
        {isPending ? 'Logging out…' : 'Logout'}
      </button>
    </>
  );
  return (
    <>
      <header className="top">
        <div className="wrap">
          <Link className="brand" href={paths.home}>
            <BrandMark />
          </Link>
          <nav className="nav wide-only" aria-label="Tools">
            <Tools />
          </nav>
          <div className="nav end">
            {user && <PracticeBadge user={user} />}
            <nav className="nav wide-only" aria-label="Help and account">
              {help}
            </nav>
            {isNarrow ? user && <BotState /> : <ThemeToggle />}
            <div className="nav wide-only">{account}</div>
            <NarrowMenu>
              <Tools />
              <Link href={paths.phone}>Use it on your phone</Link>
              {help}
              {isNarrow && <ThemeItem />}
              {account}
            </NarrowMenu>
          </div>
        </div>
      </header>
      {user && (
        <Dialogs user={user} open={open} onClose={() => setOpen(null)} onRegister={() => leaveFor(registerPath)} />
      )}
    </>
  );
};

/** Once opened, a dialog stays mounted: closing it keeps what was typed. */
type DialogsProps = { user: User; open: Dialog | null; onClose: () => void; onRegister: () => void };

const Dialogs = ({ user, open, onClose, onRegister }: DialogsProps) => {
  const [mounted, mount] = useState<readonly Dialog[]>([]);
  if (open !== null && !mounted.includes(open)) mount([...mounted, open]);
  return (
    <>
      {mounted.includes('profile') && (
        <ProfileDialog user={user} isOpen={open === 'profile'} onClose={onClose} onRegister={onRegister} />
      )}
      {mounted.includes('contact') && (
        <ContactDialog
          isOpen={open === 'contact'}
          onClose={onClose}
          sender={{ name: nameOf(user), email: user.guest ? '' : user.email }}
        />
      )}
    </>
  );
};

/** Uses the browser's popover. Escape, a click outside, and choosing an item close it. */
const NarrowMenu = ({ children }: { children: ReactNode }) => {
  const menu = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button className="iconbtn narrow-only" type="button" popoverTarget="menu" aria-label="Menu">
        <Menu />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: clicks on the links bubble up to here, and so does the Enter key */}
      <nav
        ref={menu}
        id="menu"
        popover="auto"
        className="menu"
        aria-label="Menu"
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onClick={() => menu.current?.hidePopover()}
      >
        {isOpen && children}
      </nav>
    </>
  );
};

const themeIcons: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon };

const useNextTheme = () => {
  const [theme, choose] = useTheme();
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  return { theme, label: `Theme: ${theme}. Switch to ${next}`, chooseNext: () => choose(next) };
};

const ThemeItem = () => {
  const { label, chooseNext } = useNextTheme();
  return (
    <button type="button" onClick={chooseNext}>
      {label}
    </button>
  );
};

const ThemeToggle = () => {
  const { theme, label, chooseNext } = useNextTheme();
  const Icon = themeIcons[theme];
  return (
    <button className="iconbtn" type="button" aria-label={label} title={`Theme: ${theme}`} onClick={chooseNext}>
      <Icon />
    </button>
  );
};
