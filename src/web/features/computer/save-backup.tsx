// The button that saves a backup, and what its operator does with the file.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toastFailure } from '#web/ui/toast-store.ts';
import './save-backup.css';
import { computerQuery, downloadBackup, useBackupShown, useSaveBackup } from './queries.ts';

type Saved = { fileName: string; isEncrypted: boolean };

export const SaveBackup = ({ isSmall = false, children }: { isSmall?: boolean; children: string }) => {
  const save = useSaveBackup();
  const showSaved = useBackupShown();
  const { data: computer } = useQuery(computerQuery);
  const [saved, note] = useState<Saved | null>(null);
  const [isOpen, open] = useState(false);
  const press = () =>
    whenDone(save.mutateAsync(), {
      onSuccess: (made) => {
        downloadBackup(made.fileName);
        note(made);
        open(true);
      },
      onError: (error) =>
        toastFailure(
          error,
          'No backup',
          'The backup couldn’t be saved. Check that the disk has space, then try again.',
        ),
    });
  const close = () => {
    open(false);
    showSaved();
  };
  return (
    <>
      <Button isSmall={isSmall} onClick={press} isPending={save.isPending} pendingText="Saving…">
        {children}
      </Button>
      <Dialog
        title="Your backup is saved"
        isOpen={isOpen}
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
