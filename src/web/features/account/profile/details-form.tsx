// The form for the seller's name, closet name, phone and time zone.
import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { ProfileChange } from '#contract/account/profile.ts';
import type { User } from '#contract/account/sign-in.ts';
import { Phone } from '#contract/fields.ts';
import { zonePlace } from '#web/format/format.ts';
import { deviceZone } from '#web/lib/browser/device-zone.ts';
import { fieldOf, showFieldFailures } from '#web/lib/form-field.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, SelectField } from '#web/ui/field.tsx';
import { toastProfileFailed, toastProfileSaved, useChangeProfile } from '../queries.ts';
import { ZoneOptions } from '../zone-options.tsx';

const Details = ProfileChange.pick({ firstName: true, lastName: true, timezone: true })
  .required()
  .extend({
    username: z.string().trim().max(60, 'Use at most 60 characters'),
    phoneNumber: Phone,
  });
type Details = z.output<typeof Details>;

const detailsOf = (user: User): Details => ({
  firstName: user.firstName,
  lastName: user.lastName,
  username: user.username ?? '',
  phoneNumber: user.phoneNumber ?? '',
  timezone: user.timezone,
});

/** The dialog holds the form, so that switching tabs keeps what was typed. */
export const useDetailsForm = (user: User): UseFormReturn<Details> =>
  useForm<Details>({
    resolver: zodResolver(Details),
    values: detailsOf(user),
    resetOptions: { keepDirtyValues: true },
  });

export const DetailsForm = ({ form, user }: { form: UseFormReturn<Details>; user: User }) => {
  const change = useChangeProfile();
  const send = form.handleSubmit((body) =>
    whenDone(change.mutateAsync({ body }), {
      onSuccess: (saved) => {
        form.reset(detailsOf(saved), { keepDirtyValues: false });
        toastProfileSaved();
      },
      onError: (error) => {
        showFieldFailures(form, error, ['firstName', 'lastName', 'username', 'phoneNumber', 'timezone']);
        toastProfileFailed(error);
      },
    }),
  );
  return (
    <form className="profile-form" onSubmit={send} noValidate aria-label="Personal details">
      <h3 className="h-head">About you</h3>
      <div className="field-pair">
        <Field label="First name" autoComplete="given-name" {...fieldOf(form, 'firstName')} />
        <Field label="Last name" autoComplete="family-name" {...fieldOf(form, 'lastName')} />
        <Field
          label="Username"
          isOptional
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          {...fieldOf(form, 'username')}
        />
        <Field
          label="Phone number"
          isOptional
          type="tel"
          autoComplete="tel"
          hint="May be used for account security notifications."
          {...fieldOf(form, 'phoneNumber')}
        />
      </div>
      <ZoneField form={form} own={user.timezone} />
      <div>
        <Button type="submit" look="primary" isPending={change.isPending} pendingText="Saving…">
          Save changes
        </Button>
      </div>
    </form>
  );
};

const ZoneField = ({ form, own }: { form: UseFormReturn<Details>; own: string }) => {
  const chosen = useWatch({ control: form.control, name: 'timezone' });
  const device = deviceZone();
  return (
    <div className="field">
      <SelectField
        label="Time zone"
        hint={
          chosen === own
            ? 'Used for slots, the daily limit, and all times here.'
            : 'For two days after a change, the daily limit also covers any 24 hours.'
        }
        {...fieldOf(form, 'timezone')}
      >
        <ZoneOptions own={own} />
      </SelectField>
      {device !== null && device !== chosen && (
        <div>
          <Button isSmall onClick={() => form.setValue('timezone', device, { shouldDirty: true })}>
            Use this device’s: {zonePlace(device)}
          </Button>
        </div>
      )}
    </div>
  );
};
