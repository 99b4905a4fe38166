// A screen of the product in a public page: the product's own components, rendered at build time with demo data.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { latestActivityQuery } from '#web/features/activity/queries.ts';
import { botStatusQuery, timelineQuery } from '#web/features/bot/queries.ts';
import { authStatusQuery } from '#web/features/closet/queries.ts';
import { StillClock } from '#web/lib/clock.ts';
import { siteMessages } from '#web/messages/site/site.ts';
import { demoActivity, demoConnection, demoStatus, demoTimeline } from './demo-bot.ts';

/** The screens show the moment of their data. */
const updatedAt = Date.parse(demoStatus.now);

const demoAnswers = (): QueryClient => {
  const client = new QueryClient();
  client.setQueryData(botStatusQuery.queryKey, demoStatus, { updatedAt });
  client.setQueryData(timelineQuery.queryKey, demoTimeline, { updatedAt });
  client.setQueryData(authStatusQuery.queryKey, demoConnection, { updatedAt });
  client.setQueryData(latestActivityQuery(null, { isLive: true }).queryKey, demoActivity, { updatedAt });
  return client;
};

type Props = {
  /** Says what the screen shows, for people who can't see it, too. */
  caption: string;
  className?: string;
  children: ReactNode;
};

/** Nothing in it can be pressed or focused. Screen readers get the caption. */
export const DemoScreen = ({ caption, className = '', children }: Props) => (
  <figure className={`shown ${className}`.trim()}>
    <div className="shown-screen" inert aria-hidden="true">
      <StillClock value={updatedAt}>
        <QueryClientProvider client={demoAnswers()}>{children}</QueryClientProvider>
      </StillClock>
    </div>
    <figcaption>
      <span className="stamp none">{siteMessages.sample}</span>
      {caption}
    </figcaption>
  </figure>
);
