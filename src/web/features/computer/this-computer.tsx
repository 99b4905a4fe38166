// What the operator of their own computer chooses for it, in their profile.
import { useQuery } from '@tanstack/react-query';
import type { Computer } from '#contract/computer/computer.ts';
import { ago, counted } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { SwitchRow } from '#web/ui/switch.tsx';
import { toastFailure } from '#web/ui/toast-store.ts';
import { NewVersionSwitch } from './new-version.tsx';
import { computerQuery, useKeepAwake } from './queries.ts';
import { SaveBackup } from './save-backup.tsx';
import './this-computer.css';

/** Nothing for everybody else. */
export const ThisComputer = () => {
  const { data } = useQuery(computerQuery);
  return data?.operated ? <Operated {...data.operated} /> : null;
};

/** One line, only if it happened. */
export const MissedRounds = () => {
  const { data } = useQuery(computerQuery);
  if (!data?.missedRounds) return null;
  return (
    <p className="small mute missed-rounds">
      Your computer was asleep or off when {counted(data.missedRounds, 'round')}{' '}
      {data.missedRounds === 1 ? 'was' : 'were'} due in the last 7 days.
      {data.operated?.keepsAwake === false &&
        ' In your profile, under Personal Info, Hangtag can keep it awake while a round runs.'}
    </p>
  );
};

const Operated = ({ keepsAwake, lastBackupAt, newVersion }: NonNullable<Computer['operated']>) => {
  const choose = useKeepAwake();
  const now = useNow(60_000);
  return (
    <section className="profile-part" aria-labelledby="this-computer">
      <h3 className="h-head" id="this-computer">
        This computer
      </h3>
      <SwitchRow
        id="keep-awake"
        title="Keep it awake while a round runs"
        text="It falls asleep as usual between rounds, and when you close its lid."
        checked={choose.isPending ? choose.variables.body.keepsAwake : keepsAwake}
        aria-disabled={choose.isPending || undefined}
        onChange={({ target }) => {
          if (choose.isPending) return;
          whenDone(choose.mutateAsync({ body: { keepsAwake: target.checked } }), {
            onError: (error) => toastFailure(error, 'Not changed', 'This couldn’t be changed. Try again in a moment.'),
          });
        }}
      />
      {newVersion !== null && <NewVersionSwitch found={newVersion} />}
      <div className="lines-close">
        <p className="small mute">
          A backup is one file with everything that Hangtag stores on this computer.{' '}
          {lastBackupAt === null ? 'None was saved yet.' : `The last one was saved ${ago(lastBackupAt, now)}.`}
        </p>
        <div className="answers">
          <SaveBackup>Save a backup now</SaveBackup>
        </div>
      </div>
    </section>
  );
};
