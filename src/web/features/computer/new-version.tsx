// The switch that looks for new versions, and the line about one that is there.
import { useQuery } from '@tanstack/react-query';
import type { Computer } from '#contract/computer/computer.ts';
import { ago } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { SwitchRow } from '#web/ui/switch.tsx';
import { toastFailure } from '#web/ui/toast-store.ts';
import { computerQuery, useLookForNewVersion } from './queries.ts';
import './new-version.css';

type Found = NonNullable<NonNullable<Computer['operated']>['newVersion']>;

/** Only for the operator, and only if there is one. */
export const NewVersionLine = () => {
  const { data } = useQuery(computerQuery);
  const found = data?.operated?.newVersion;
  return found?.newest ? <p className="new-version small mute">{saidOf(found)}</p> : null;
};

export const NewVersionSwitch = ({ found }: { found: Found }) => {
  const choose = useLookForNewVersion();
  const now = useNow(60_000);
  return (
    <div className="lines-close">
      <SwitchRow
        id="new-version"
        title="Look for a new version once a day"
        text="Hangtag asks the npm registry for its newest version, and says nothing about you or your closet. It installs nothing by itself."
        checked={choose.isPending ? choose.variables.body.looks : found.looks}
        aria-disabled={choose.isPending || undefined}
        onChange={({ target }) => {
          if (choose.isPending) return;
          whenDone(choose.mutateAsync({ body: { looks: target.checked } }), {
            onError: (error) => toastFailure(error, 'Not changed', 'This couldn’t be changed. Try again in a moment.'),
          });
        }}
      />
      <div className="new-version small mute" role="status">
        {choose.isPending && choose.variables.body.looks ? (
          <p>Looking…</p>
        ) : (
          found.looks && (
            <>
              {found.newest !== null && <p>{saidOf(found)}</p>}
              {found.failedAt !== null && (
                <p>Hangtag couldn’t look {ago(found.failedAt, now)}. It tries again within an hour.</p>
              )}
              {found.newest === null && found.lookedAt !== null && (
                <p>
                  This is Hangtag {found.present}. There was no newer version {ago(found.lookedAt, now)}.
                </p>
              )}
            </>
          )
        )}
      </div>
    </div>
  );
};

const saidOf = ({ newest, present, text, command }: Found) => (
  <>
    Hangtag {newest} is there. This is {present}. {text} {command !== null && <code>{command}</code>}
  </>
);
