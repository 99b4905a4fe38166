// Parties and share-backs: what Hangtag shares beside the seller's own rounds.

import { Link } from 'wouter';
import type { BotStatus } from '#contract/bot/bot.ts';
import type { Party } from '#contract/parties/parties.ts';
import { clockTime, clockTimeNear, count, counted, zonePlace } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { useMarketplaceName } from '#web/lib/marketplace.ts';
import { paths } from '#web/lib/paths.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { visitsOffNote } from '#web/messages/bot/limit.ts';
import { NoData, Panel } from '#web/ui/panel.tsx';
import { Stamp } from '#web/ui/stamp.tsx';
import { Time } from '#web/ui/time.tsx';
import { partiesQuery, statusQuery } from './queries.ts';
import { SharingForm } from './sharing-form.tsx';
import './parties-section.css';

const PartiesSection = ({ timezone }: { timezone: string }) => {
  const { data: status, error, refetch } = useSteadyQuery(statusQuery);
  if (status === undefined) return <NoData error={error} onRetry={refetch} lines={6} label="Loading the parties" />;
  return (
    <div className="parties">
      <PartyList status={status} timezone={timezone} />
      <SharingForm status={status} />
    </div>
  );
};

export default PartiesSection;

const PartyList = ({ status, timezone }: { status: BotStatus; timezone: string }) => {
  const { data: parties, error, refetch } = useSteadyQuery(partiesQuery);
  const off = visitsOffNote(status);
  return (
    <Panel title="Parties" isLarge aside={<span className="small mute">Times in {zonePlace(timezone)}</span>}>
      {off !== '' && (
        <p className="warn party-off" role="status">
          {`${off}Your settings stay as they are.`}
        </p>
      )}
      {parties === undefined ? (
        <NoData error={error} onRetry={refetch} lines={6} label="Loading the parties" />
      ) : parties.length === 0 ? (
        <NoParties status={status} />
      ) : (
        <ul className="ruled">
          {parties.map((party) => (
            <PartyRow key={party.id} party={party} timezone={timezone} isShared={status.settings.partySharing} />
          ))}
        </ul>
      )}
    </Panel>
  );
};

const NoParties = ({ status }: { status: BotStatus }) => {
  const marketplace = useMarketplaceName();
  return (
    <p className="small mute">
      {!status.settings.partySharing ? (
        `Turn on party shares, and Hangtag reads ${marketplace}’s parties every 15 minutes while your bot runs.`
      ) : status.isRunning ? (
        'No party is on or coming up. Hangtag looks again every 15 minutes.'
      ) : (
        <>
          Hangtag reads the parties while your bot runs. <Link href={paths.dashboard}>Start it on the dashboard</Link>.
        </>
      )}
    </p>
  );
};

const PartyRow = ({ party, timezone, isShared }: { party: Party; timezone: string; isShared: boolean }) => {
  const now = useNow(60_000);
  const isOn = party.state === 'ongoing';
  return (
    <li className={isOn ? 'party-row on' : 'party-row'}>
      <p className="party-time">
        <Stamp kind={isOn ? 'run' : 'off'}>{isOn ? 'On now' : 'Coming up'}</Stamp>
        <span>
          <Time at={party.startsAt} zone={timezone}>
            {clockTimeNear(party.startsAt, now, timezone)}
          </Time>
          {' to '}
          <Time at={party.endsAt} zone={timezone}>
            {clockTime(party.endsAt, timezone)}
          </Time>
        </span>
      </p>
      <div>
        <h3 className="h-head">{party.title}</h3>
        <ul className="party-rules small">
          {party.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </div>
      <div className="party-count">
        <p className="fig">
          {isOn ? count(party.shared) : party.eligible === 0 ? 'None' : count(party.eligible)}{' '}
          <small>{isOn ? `of ${count(party.eligible)} shared` : party.eligible === 1 ? 'matches' : 'match'}</small>
        </p>
        <p className="small mute">{noteOf(party, isShared)}</p>
      </div>
    </li>
  );
};

const noteOf = ({ eligible, unsure, shared }: Party, isShared: boolean): string => {
  const perhaps = `${counted(unsure, 'listing')} may match. Hangtag can’t tell for sure, so it leaves ${unsure === 1 ? 'it' : 'them'} out`;
  if (unsure > 0) return eligible === 0 ? `${perhaps}.` : `${perhaps}. The others match.`;
  if (eligible === 0) return 'Nothing is shared to it.';
  if (shared >= eligible) return 'All of them, once each.';
  return isShared ? 'Each is shared to it once, between rounds.' : 'Party shares are off, so none is shared to it.';
};
