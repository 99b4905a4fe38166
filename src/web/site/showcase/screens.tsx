// The screens that the public pages show.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { latestActivityQuery } from '#web/features/activity/queries.ts';
import { RecentActivity } from '#web/features/activity/recent-activity.tsx';
import { BotBand } from '#web/features/bot/band/bot-band.tsx';
import { DailyShares } from '#web/features/bot/figures/daily-shares.tsx';
import { botStatusQuery, timelineQuery } from '#web/features/bot/queries.ts';
import { SettingsCard } from '#web/features/bot/settings/settings-card.tsx';
import { ConnectionStamp } from '#web/features/closet/marketplace-panel.tsx';
import { authStatusQuery } from '#web/features/closet/queries.ts';
import { SessionSteps } from '#web/features/closet/session/session-steps.tsx';
import { AnalysisBody } from '#web/features/pricing/analysis/analysis-body.tsx';
import { PhotoFacts } from '#web/features/pricing/photo/photo-facts.tsx';
import { StillClock } from '#web/lib/clock.ts';
import { PhotoFigure } from '../parts/figures.tsx';
import { Section } from '../parts/sections.tsx';
import {
  demoActivity,
  demoAnalysis,
  demoConnection,
  demoFindings,
  demoStatus,
  demoTimeline,
  demoZone,
} from './demo-data.ts';

export const BandScreen = () => (
  <DemoScreen
    caption="The dashboard at 1:01 PM: the bot has shared 52 of 86 listings this round and 396 of at most 1,000 today. The rail shows four rounds done and four planned for the evening."
    className="shown-band"
  >
    <SettingsCard>
      <BotBand
        connection="ready"
        hasOpenCheck={false}
        connectionStamp={<ConnectionStamp state="ready" />}
        activeListings={demoStatus.roundListings}
        marketplaceUrl={null}
        testButton={null}
      />
    </SettingsCard>
  </DemoScreen>
);

export const BandSection = () => (
  <Section
    id="screen"
    title="This is the screen"
    text="The real dashboard, with sample data. Press Watch Demo to use it yourself."
  >
    <BandScreen />
  </Section>
);

export const ConnectScreen = () => (
  <DemoScreen
    caption="How to connect without a password. Chrome or Edge, Safari, and Firefox each have their own steps."
    className="shown-paper"
  >
    <SessionSteps name="Poshmark" />
  </DemoScreen>
);

export const PriceScreen = () => (
  <DemoScreen
    caption="A market analysis: raise a $74 coat to $85. 8 in 10 similar items sell for $68 to $101, and four of them are listed with their prices."
    className="shown-paper shown-sheet shown-side"
  >
    <div className="sheet-body">
      <AnalysisBody analysis={demoAnalysis} />
    </div>
  </DemoScreen>
);

export const PhotoScreen = () => (
  <DemoScreen
    caption="What Hangtag recognized in a photo and its tag: a blue Madewell jacket, size M. It suggests $84."
    className="shown-paper shown-photo shown-side"
  >
    <PhotoFigure />
    <PhotoFacts analysis={demoFindings} />
  </DemoScreen>
);

export const DayScreen = () => (
  <DemoScreen
    caption="Two weeks of daily shares, and the activity log with one line for each share."
    className="shown-pair"
  >
    <DailyShares />
    <RecentActivity timezone={demoZone} listings={[]} />
  </DemoScreen>
);

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
const DemoScreen = ({ caption, className = '', children }: Props) => (
  <figure className={`shown ${className}`.trim()}>
    <div className="shown-screen" inert aria-hidden="true">
      <StillClock value={updatedAt}>
        <QueryClientProvider client={demoAnswers()}>{children}</QueryClientProvider>
      </StillClock>
    </div>
    <figcaption>
      <span className="stamp none">Sample data</span>
      {caption}
    </figcaption>
  </figure>
);
