// What the app shows when it opens without a connection: the last state that this device kept, if its seller chose that.
import { useState } from 'react';
import { ago, clockTimeNear, count, counted } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { lastState } from '#web/lib/last-state.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import './offline.css';

const wordOf: Record<string, string> = {
  stopped: 'stopped',
  waiting: 'waiting for its next round',
  sharing: 'sharing',
  paused: 'paused',
  waiting_for_browser: 'waiting for your browser',
};

export const Offline = () => {
  const [known] = useState(lastState);
  const now = useNow(30_000);
  return (
    <main id="main" className="offline">
      <Spinner label="Can’t reach the server. Retrying…" isVisible />
      {known !== null && (
        <section aria-labelledby="last-state">
          <h1 className="h-title" id="last-state">
            The bot was {wordOf[known.state] ?? known.state}
          </h1>
          <p>
            {counted(known.sharesToday, 'share')} of {count(known.limit)} that day.
          </p>
          <p className="small mute">
            As of {clockTimeNear(known.at, now, known.timezone)}, {ago(known.at, now)}. It may have changed since.
          </p>
        </section>
      )}
    </main>
  );
};
