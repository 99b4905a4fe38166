// What the operator of their own computer chooses for it and saves from it, and what the dashboard says about it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Computer } from '#contract/computer/computer.ts';
import { ago, counted } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Section } from '#web/ui/panel.tsx';
import { SwitchRow } from '#web/ui/switch.tsx';
import { toastFailure } from '#web/ui/toast-store.ts';
import {
  computerQuery,
  downloadBackup,
  useBackupShown,
  useKeepAwake,
  useLookForNewVersion,
  useSaveBackup,
} from './queries.ts';
import './this-computer.css';

export const ThisComputer = () => {
  const { data } = useQuery(computerQuery);
  return data?.operated ? <Operated {...data.operated} /> : null;
};

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

type ChoiceProps = Record<'id' | 'title' | 'text', string> & { isOn: boolean; choice: ReturnType<typeof useKeepAwake> };

const ChoiceRow = ({ isOn, choice, ...words }: ChoiceProps) => (
  <SwitchRow
    {...words}
    checked={choice.isPending ? choice.variables : isOn}
    aria-disabled={choice.isPending || undefined}
    onChange={({ target }) => {
      if (choice.isPending) return;
      whenDone(choice.mutateAsync(target.checked), {
        onError: (error) => toastFailure(error, 'Not changed', 'This couldn’t be changed. Try again in a moment.'),
      });
    }}
  />
);

const Operated = ({ keepsAwake, lastBackupAt, newVersion }: NonNullable<Computer['operated']>) => {
  const now = useNow(60_000);
  return (
    <Section id="this-computer" title="This computer" level={3} className="profile-part">
      <ChoiceRow
        id="keep-awake"
        title="Keep it awake while a round runs"
        text="It falls asleep as usual between rounds, and when you close its lid."
        isOn={keepsAwake}
        choice={useKeepAwake()}
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
    </Section>
  );
};

type Found = NonNullable<NonNullable<Computer['operated']>['newVersion']>;

export const NewVersionLine = () => {
  const { data } = useQuery(computerQuery);
  const found = data?.operated?.newVersion;
  return found?.newest ? <p className="new-version small mute">{saidOf(found)}</p> : null;
};

const NewVersionSwitch = ({ found }: { found: Found }) => {
  const choice = useLookForNewVersion();
  const now = useNow(60_000);
  return (
    <div className="lines-close">
      <ChoiceRow
        id="new-version"
        title="Look for a new version once a day"
        text="Hangtag asks the npm registry for its newest version, and says nothing about you or your closet. It installs nothing by itself."
        isOn={found.looks}
        choice={choice}
      />
      <div className="new-version small mute" role="status">
        {choice.isPending && choice.variables ? (
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

type Saved = { fileName: string; isEncrypted: boolean };

export const SaveBackup = ({ isSmall = false, children }: { isSmall?: boolean; children: string }) => {
  const save = useSaveBackup();
  const showSaved = useBackupShown();
  const { data: computer } = useQuery(computerQuery);
  const [saved, note] = useState<Saved | null>(null);
  const press = () =>
    whenDone(save.mutateAsync(), {
      onSuccess: (made) => {
        downloadBackup(made.fileName);
        note(made);
      },
      onError: (error) =>
        toastFailure(
          error,
          'No backup',
          'The backup couldn’t be saved. Check that the disk has space, then try again.',
        ),
    });
  const close = () => {
    note(null);
    showSaved();
  };
  return (
    <>
      <Button isSmall={isSmall} onClick={press} isPending={save.isPending} pendingText="Saving…">
        {children}
      </Button>
      <Dialog
        title="Your backup is saved"
        isOpen={saved !== null}
        onClose={close}
        actions={
          <Button look="primary" onClick={close}>
            Done
          </Button>
        }
      >
        {saved !== null && <WhatToDo {...saved} keyFile={computer?.operated?.keyFile ?? null} />}
      </Dialog>
    </>
  );
};

const WhatToDo = ({ fileName, isEncrypted, keyFile }: Saved & { keyFile: string | null }) => (
  <div className="lines">
    <p>
      Your browser saves it as <b className="backup-name">{fileName}</b>. Keep it on another device: a USB stick, or a
      folder in the cloud.{' '}
      {isEncrypted
        ? 'It’s encrypted with BACKUP_PASSWORD.'
        : 'It isn’t encrypted, so keep it where only you can read it.'}
    </p>
    <p>
      The key that protects your marketplace sign-in is not in it. Without the key, a backup brings everything back, and
      you connect your closet again.
      {keyFile !== null && ' To keep the key too, copy this file to another place than the backup:'}
    </p>
    {keyFile !== null && <p className="backup-name small">{keyFile}</p>}
    <p className="small mute">
      To bring it back on a new computer, run <code>hangtag restore FILE</code> there before you make an account.
    </p>
  </div>
);
