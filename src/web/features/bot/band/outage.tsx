// Says that the server can't be reached, and how old what the screen shows is.
import { placedTime } from '#web/format/format.ts';
import { isOutage } from '#web/lib/server/api.ts';
import { useSteadyQuery } from '#web/lib/server/use-steady-query.ts';
import { botMessages as messages } from '#web/messages/bot/bot.ts';
import { botStatusQuery } from '../queries.ts';
import './outage.css';

export const Outage = ({ error, lastAt, timezone }: { error: Error; lastAt: number; timezone: string }) => (
  <p className="outage" role="status">
    <b>{isOutage(error) ? 'Can’t reach the server.' : messages.refused(error.message)}</b> Showing data from{' '}
    {placedTime(lastAt, timezone)}. Retrying…
  </p>
);

/** For screens without the band. The status is polled, so it is the first to miss the server. */
export const OutageNotice = ({ timezone }: { timezone: string }) => {
  const { data, error, dataUpdatedAt } = useSteadyQuery(botStatusQuery);
  return data && error && <Outage error={error} lastAt={dataUpdatedAt} timezone={timezone} />;
};
