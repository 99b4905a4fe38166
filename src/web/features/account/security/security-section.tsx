// The second step of a sign-in, in the profile: passkeys, the authenticator app, and recovery codes.
import { useEffect, useState } from 'react';
import type { SecondFactor } from '#contract/account/second-factor.ts';
import type { User } from '#contract/account/sign-in.ts';
import { ago, shortDay } from '#web/format/format.ts';
import { saveFile } from '#web/format/save-file.ts';
import { canUsePasskeys, loadPasskeys } from '#web/lib/browser/passkeys.ts';
import { browserName } from '#web/lib/browser/this-browser.ts';
import { useNow } from '#web/lib/clock.ts';
import { isOutOfReach } from '#web/lib/out-of-reach.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { later } from '#web/ui/later.tsx';
import { NoData, Section } from '#web/ui/panel.tsx';
import { copyText, toastDone, toastFailure } from '#web/ui/toast-store.ts';
import {
  secondFactorQuery,
  useAddPasskey,
  useMakeRecoveryCodes,
  useRemoveApp,
  useRemovePasskey,
  useStartApp,
} from './queries.ts';
import './security.css';

const AppDialog = later(() => import('./app-dialog.tsx'));

const fewCodes = 3;
const toastNotDone = (error: unknown) =>
  toastFailure(error, 'Error', 'That couldn’t be changed. Try again in a moment.');

const whyNot = {
  no_domain: 'Passkeys need an address with a domain name. Ask your administrator to set one up.',
  not_secure: 'Passkeys need a site with https. Ask your administrator to set it up.',
  nearby: 'Passkeys work only on the computer that Hangtag runs on. Here, an authenticator app protects your account.',
};

const whyNoPasskey = ({ passkeyPlace: { kind, origin } }: SecondFactor): string | null => {
  if (kind !== 'ready') return whyNot[kind];
  // The server's own name for its machine means another machine here.
  if (isOutOfReach(origin)) return whyNot[isSecureContext ? 'nearby' : 'not_secure'];
  if (location.origin !== origin) return `Passkeys work at ${origin} only. Open Hangtag there to add one.`;
  return canUsePasskeys() ? null : 'This browser can’t use passkeys. Try another browser on this device.';
};

/** `isLast`: nothing else is asked for after the password. */
type Asked = { what: 'passkey'; id: string; isLast: boolean } | { what: 'app'; isLast: boolean };
type RowProps = { known: SecondFactor; timezone: string; onCodes: (codes: readonly string[] | null) => void };

export const SecuritySection = ({ user }: { user: User }) => {
  const { data: known, error, refetch } = useSteadyQuery(secondFactorQuery);
  const [shown, show] = useState<Shown>(null);
  const [asked, ask] = useState<Asked | null>(null);
  const removePasskey = useRemovePasskey();
  const removeApp = useRemoveApp();
  const isOn = known !== undefined && known.recoveryCodes !== null;
  const isApp = asked?.what === 'app';
  const showFirst = (codes: readonly string[] | null) => codes && show({ codes, areNew: false });
  const remove = () => {
    if (asked === null) return;
    const isPasskey = asked.what === 'passkey';
    whenDone<unknown>(isPasskey ? removePasskey.mutateAsync({ id: asked.id }) : removeApp.mutateAsync(), {
      onSuccess: () => {
        if (isPasskey)
          toastDone('Passkey removed', 'It no longer signs you in. You can delete it on your device, too.');
        else toastDone('Authenticator app turned off', 'Hangtag no longer asks for its codes.');
        ask(null);
      },
      onError: toastNotDone,
    });
  };
  return (
    <Section id="security" title="Security" level={3} className="profile-part">
      {known ? (
        <>
          <p className="small mute">
            {isOn
              ? 'Signing in asks for a second step after your password.'
              : 'Add a second step, so a stolen password isn’t enough to get in.'}
          </p>
          <ul className="sessions security-rows">
            <PasskeyRows
              known={known}
              timezone={user.timezone}
              onCodes={showFirst}
              onRemove={(id) =>
                ask({ what: 'passkey', id, isLast: known.passkeys.length === 1 && known.appSince === null })
              }
            />
            <AppRow
              known={known}
              timezone={user.timezone}
              onCodes={showFirst}
              onRemove={() => ask({ what: 'app', isLast: known.passkeys.length === 0 })}
            />
            {known.recoveryCodes && (
              <CodesRow {...known.recoveryCodes} onCodes={(codes) => show({ codes, areNew: true })} />
            )}
          </ul>
        </>
      ) : (
        <NoData error={error} onRetry={refetch} label="Loading your security settings" />
      )}
      <RecoveryCodesDialog shown={shown} email={user.email} onClose={() => show(null)} />
      <ConfirmDialog
        title={isApp ? 'Turn off the authenticator app?' : 'Remove this passkey?'}
        isOpen={asked !== null}
        look="danger"
        verb={isApp ? 'Turn off' : 'Remove'}
        keep="Keep it"
        isPending={removePasskey.isPending || removeApp.isPending}
        pendingText="Removing…"
        onGo={remove}
        onClose={() => ask(null)}
      >
        <p>{isApp ? 'Hangtag will no longer ask for its codes.' : 'It will no longer sign you in.'}</p>
        {asked?.isLast && (
          <p>
            <b>Your password alone will be enough to sign in, and your recovery codes will stop working.</b>
          </p>
        )}
      </ConfirmDialog>
    </Section>
  );
};

const PasskeyRows = ({ known, timezone, onCodes, onRemove }: RowProps & { onRemove: (id: string) => void }) => {
  const add = useAddPasskey();
  const now = useNow(30_000);
  const obstacle = whyNoPasskey(known);
  useEffect(() => {
    if (obstacle === null) loadPasskeys().catch(() => undefined);
  }, [obstacle]);
  const make = () =>
    whenDone(add.mutateAsync(), {
      onSuccess: ({ recoveryCodes }) => {
        toastDone('Passkey added', 'You can sign in with it from now on.');
        onCodes(recoveryCodes);
      },
      onError: toastNotDone,
    });
  return (
    <>
      <li>
        <div>
          <b>Passkeys</b>
          <p className="small mute">
            {obstacle ?? 'Sign in with your fingerprint, face, or screen lock. No password needed.'}
          </p>
        </div>
        {obstacle === null && (
          <Button isSmall onClick={make} isPending={add.isPending} pendingText="Waiting for your passkey…">
            Add a passkey
          </Button>
        )}
      </li>
      {known.passkeys.map(({ id, userAgent, isSynced, createdAt, lastUsedAt }) => {
        const browser = browserName(userAgent) ?? 'a browser';
        const facts = [
          `Added ${shortDay(createdAt, timezone)}`,
          lastUsedAt === null ? 'not used yet' : `last used ${ago(lastUsedAt, now)}`,
          ...(isSynced ? ['synced to your other devices'] : []),
        ];
        return (
          <li key={id}>
            <div>
              <b>{`Passkey from ${browser}`}</b>
              <p className="small mute">{facts.join(', ')}</p>
            </div>
            <Button isSmall aria-label={`Remove the passkey from ${browser}`} onClick={() => onRemove(id)}>
              Remove
            </Button>
          </li>
        );
      })}
    </>
  );
};

const AppRow = ({ known, timezone, onCodes, onRemove }: RowProps & { onRemove: () => void }) => {
  const start = useStartApp();
  const [appKey, open] = useState<{ key: string; uri: string } | null>(null);
  const begin = () => whenDone(start.mutateAsync(), { onSuccess: open, onError: toastNotDone });
  const { appSince } = known;
  return (
    <li>
      <div>
        <b>Authenticator app</b>
        <p className="small mute">
          {appSince === null
            ? 'Six digits from an app on your phone, such as Google Authenticator or 1Password.'
            : `On since ${shortDay(appSince, timezone)}.`}
        </p>
      </div>
      {appSince === null ? (
        <Button isSmall onClick={begin} isPending={start.isPending} pendingText="Opening…">
          Set up
        </Button>
      ) : (
        <Button isSmall onClick={onRemove}>
          Turn off
        </Button>
      )}
      <AppDialog
        appKey={appKey}
        onClose={() => open(null)}
        onDone={(codes) => {
          open(null);
          onCodes(codes);
        }}
      />
    </li>
  );
};

const CodesRow = ({ left, of, onCodes }: { left: number; of: number; onCodes: (codes: readonly string[]) => void }) => {
  const make = useMakeRecoveryCodes();
  const renew = () =>
    whenDone(make.mutateAsync(), { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes), onError: toastNotDone });
  return (
    <li>
      <div>
        <b>Recovery codes</b>
        {left <= fewCodes ? (
          <p className="small few">
            {left === 0 ? 'None left. Make new ones now.' : `Only ${left} left. Make new ones soon.`}
          </p>
        ) : (
          <p className="small mute">
            {left} of {of} left. Each signs you in once if you lose your second step.
          </p>
        )}
      </div>
      <Button isSmall onClick={renew} isPending={make.isPending} pendingText="Making…">
        Make new codes
      </Button>
    </li>
  );
};

type Shown = { codes: readonly string[]; areNew: boolean } | null;
/** Shows new recovery codes, once. Escape does not close it, because the codes are gone then. */
const RecoveryCodesDialog = ({ shown, email, onClose }: { shown: Shown; email: string; onClose: () => void }) => {
  const codes = shown?.codes ?? [];
  const copy = () =>
    copyText(codes.join('\n'), {
      done: 'Your recovery codes are on your clipboard.',
      failed: 'Your browser didn’t allow it. Select the codes and copy them.',
    });
  const save = () =>
    saveFile(
      'hangtag-recovery-codes.txt',
      'text/plain',
      `Hangtag recovery codes for ${email}\nEach works once.\n\n${codes.join('\n')}\n`,
    );
  return (
    <Dialog
      title="Save your recovery codes"
      isOpen={shown !== null}
      isFirm
      onClose={onClose}
      actions={
        <>
          <Button look="primary" onClick={onClose}>
            I saved them
          </Button>
          <Button data-first-focus onClick={copy}>
            Copy
          </Button>
          <Button onClick={save}>Download</Button>
        </>
      }
    >
      <p>
        If you lose your second step, one of these gets you in. Each works once.{' '}
        {shown?.areNew && 'Your old codes no longer work.'}
      </p>
      <ul className="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p>
        <b>Hangtag shows them only now. Keep them where you keep your passwords.</b>
      </p>
    </Dialog>
  );
};
