// Connects a closet with the session of the seller's own browser.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { ExportedSession } from '#contract/closet/closet.ts';
import type { MarketplaceName } from '#domain/closet.ts';
import { fieldOf, showFieldFailures } from '#web/lib/form-field.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { shortName } from '../connection-messages.ts';
import { useImportSession } from '../queries.ts';
import { SessionSteps } from './session-steps.tsx';

type Props = {
  name: MarketplaceName;
  /** A paired browser can send its session itself. */
  isPaired: boolean;
};

/** Needs no password, and works best with the real marketplace. */
export const SessionImport = ({ name, isPaired }: Props) => {
  const link = useImportSession();
  const form = useForm({ resolver: zodResolver(ExportedSession), defaultValues: { session: '' } });
  const send = form.handleSubmit((body) =>
    whenDone(link.mutateAsync({ body }), {
      onSuccess: ({ message }) => {
        form.reset();
        toastDone('Authentication Successful', message);
      },
      onError: (failure) => {
        showFieldFailures(form, failure, ['session']);
        toastFailure(failure, 'Authentication Failed', 'Authentication test failed');
      },
    }),
  );
  return (
    <form className="connect-form lines" onSubmit={send} noValidate aria-label="Connect with your browser’s session">
      {isPaired && (
        <p className="small">
          The companion in your paired browser does this in one click: open its settings there and choose “Use my
          session on the server”. Or copy the session by hand:
        </p>
      )}
      <SessionSteps name={name} />
      <TextField
        label={`Paste your ${shortName(name)} cookies`}
        rows={4}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        hint={`Paste everything you copied. Stored encrypted, sent only to ${name}, and erased when you disconnect.`}
        {...fieldOf(form, 'session')}
      />
      <div className="answers">
        <Button type="submit" look="primary" isPending={link.isPending} pendingText="Connecting…">
          Connect closet
        </Button>
      </div>
    </form>
  );
};
