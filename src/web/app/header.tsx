import { useQuery } from '@tanstack/react-query';
import { Monitor, Moon, Sun } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { meQuery, useLogout } from '#web/features/account/queries.ts';
import { failureMessage } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { type Theme, themes, useTheme } from '#web/lib/theme.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import '#web/ui/button.css';
import './header.css';
import { whenDone } from '#web/lib/when-done.ts';

const themeIcons: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon };

export const ThemeToggle = () => {
  const [theme, choose] = useTheme();
  const Icon = themeIcons[theme];
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  return (
    <button
      className="iconbtn"
      type="button"
      aria-label={`Theme: ${theme}. Switch to ${next}`}
      title={`Theme: ${theme}`}
      onClick={() => choose(next)}
    >
      <Icon className="ic" aria-hidden="true" />
    </button>
  );
};

const Account = () => {
  const { data: user } = useQuery(meQuery);
  const logout = useLogout();
  const [, navigate] = useLocation();
  if (!user) return null;
  const name = `${user.firstName} ${user.lastName}`.trim();
  const leave = () =>
    whenDone(logout.mutateAsync(undefined), {
      onSuccess: () => {
        toastDone('Logged out', 'You have been successfully logged out.');
        navigate(paths.auth);
      },
      onError: (error) => toastFailed('Logout failed', failureMessage(error, 'Logout failed')),
    });
  return (
    <>
      {user.guest && <span className="demo-badge">Demo</span>}
      <span className="who">
        <span className="ava" aria-hidden="true">
          {`${user.firstName.charAt(0)}${user.lastName.charAt(0)}`.toUpperCase()}
        </span>
        <span className="who-name">{name}</span>
      </span>
      <button type="button" onClick={leave} aria-disabled={logout.isPending || undefined}>
        Logout
      </button>
    </>
  );
};

/** The top bar of every signed-in screen. */
export const Header = () => (
  <header className="top">
    <div className="wrap">
      <Link className="brand" href={paths.home}>
        <BrandMark />
      </Link>
      <nav className="nav" aria-label="Tools">
        <Link href={paths.dashboard} aria-current="page">
          Dashboard
        </Link>
      </nav>
      <div className="nav end">
        <ThemeToggle />
        <Account />
      </div>
    </div>
  </header>
);
