// The screens that the public pages show.
import { RecentActivity } from '#web/features/activity/recent-activity.tsx';
import { BotBand } from '#web/features/bot/band/bot-band.tsx';
import { DailyShares } from '#web/features/bot/figures/daily-shares.tsx';
import { SettingsCard } from '#web/features/bot/settings/settings-card.tsx';
import { ConnectionStamp } from '#web/features/closet/connection-stamp.tsx';
import { SessionSteps } from '#web/features/closet/session/session-steps.tsx';
import { AnalysisBody } from '#web/features/pricing/analysis/analysis-body.tsx';
import { PhotoFacts } from '#web/features/pricing/photo/photo-facts.tsx';
import { showcaseMessages as messages } from '#web/messages/site/showcase.ts';
import { PhotoFigure } from '../drawings/pricing-figures.tsx';
import { Section } from '../parts/section.tsx';
import { demoStatus, demoZone } from './demo-bot.ts';
import { demoAnalysis, demoFindings } from './demo-prices.ts';
import { DemoScreen } from './demo-screen.tsx';

export const BandScreen = () => (
  <DemoScreen caption={messages.band} className="shown-band">
    <SettingsCard>
      <BotBand
        connection="ready"
        hasOpenCheck={false}
        connectionStamp={<ConnectionStamp state="ready" />}
        activeListings={demoStatus.roundListings}
        stepParts={{ marketplaceUrl: null, testButton: null }}
      />
    </SettingsCard>
  </DemoScreen>
);

/** The section that shows it on the front page and the landing page. */
export const BandSection = () => (
  <Section name="screen" title={messages.title} text={messages.text}>
    <BandScreen />
  </Section>
);

export const ConnectScreen = () => (
  <DemoScreen caption={messages.connect} className="shown-paper">
    <SessionSteps name="Poshmark" />
  </DemoScreen>
);

export const PriceScreen = () => (
  <DemoScreen caption={messages.price} className="shown-paper shown-sheet shown-side">
    <div className="sheet-body">
      <AnalysisBody analysis={demoAnalysis} />
    </div>
  </DemoScreen>
);

export const PhotoScreen = () => (
  <DemoScreen caption={messages.photo} className="shown-paper shown-photo shown-side">
    <PhotoFigure />
    <PhotoFacts analysis={demoFindings} />
  </DemoScreen>
);

export const DayScreen = () => (
  <DemoScreen caption={messages.day} className="shown-pair">
    <DailyShares />
    <RecentActivity timezone={demoZone} listings={[]} />
  </DemoScreen>
);
