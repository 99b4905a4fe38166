// A screen of tabs, each with its own address, title, and script, which is loaded when the seller opens it.
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { meQuery } from '#web/features/account/queries.ts';
import { OutageNotice } from '#web/features/bot/band/bot-band.tsx';
import { later } from '#web/ui/later.tsx';
import { Skeleton } from '#web/ui/panel.tsx';
import './tabbed-page.css';

type TabProps = { timezone: string; seller: string };

/** `title` is the window's, where the tab's name alone says too little. */
export type Tab = { path: string; name: string; title?: string; Content: ComponentType<TabProps> };

export const loadedTab = (load: () => Promise<{ default: ComponentType<TabProps> }>) =>
  later(load, { waiting: () => <Skeleton lines={6} label="Loading" /> });

export const TabbedPage = ({ name, tabs, act }: { name: string; tabs: readonly Tab[]; act?: ReactNode }) => {
  const { data: user } = useQuery(meQuery);
  const [current] = useLocation();
  const timezone = user?.timezone ?? 'UTC';
  const shown = tabs.find(({ path }) => path === current);
  return (
    <main id="main" className="tabbed-page wrap">
      <title>{`${shown?.title ?? shown?.name ?? name} · Hangtag`}</title>
      <div className="tabbed-head">
        <h1 className="h-title">{name}</h1>
        <nav className="page-tabs" aria-label={name}>
          {tabs.map((tab) => (
            <Link key={tab.path} href={tab.path} aria-current={tab.path === current ? 'page' : undefined}>
              {tab.name}
            </Link>
          ))}
        </nav>
        {act}
      </div>
      <OutageNotice timezone={timezone} />
      {user && shown && <shown.Content timezone={timezone} seller={`${user.firstName} ${user.lastName}`.trim()} />}
    </main>
  );
};
