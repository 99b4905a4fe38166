// The forms for the seller's details, email address, and password, and the notice about an address that isn't confirmed yet.
import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { ProfileChange } from '#contract/account/profile.ts';
import { Password, type User } from '#contract/account/sign-in.ts';
import { Email, Phone } from '#contract/fields.ts';
import { zonePlace } from '#web/format/format.ts';
import { deviceZone } from '#web/lib/browser/device-zone.ts';
import { fieldOf, showFieldFailures } from '#web/lib/form-field.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, SelectField } from '#web/ui/field.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { PasswordMeter, ZoneOptions } from '../form-parts.tsx';
import { toastProfileFailed, toastProfileSaved, useChangeProfile } from '../queries.ts';
import { useKeepEmail, useSendEmailLink } from '../security/queries.ts';
import '../security/security.css';

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

const SignIn = z.object({
  email: Email,
  newPassword: z.union([z.literal(''), Password]),
  currentPassword: z.string().min(1, 'Enter your current password').max(1000, 'Enter your current password'),
});

/** Both changes need the current password. */
export const SignInChange = ({ user }: { user: User }) => {
  const change = useChangeProfile();
  const form = useForm({
    resolver: zodResolver(SignIn),
    defaultValues: { email: user.email, newPassword: '', currentPassword: '' },
  });
  const newPassword = useWatch({ control: form.control, name: 'newPassword' });
  const send = form.handleSubmit(({ email, newPassword: next, currentPassword }) => {
    if (email === user.email && next === '') {
      form.setError(
        'newPassword',
        { message: 'Change the email or enter a new password first' },
        { shouldFocus: true },
      );
      return;
    }
    whenDone(
      change.mutateAsync({
        body: { currentPassword, ...(email !== user.email && { email }), ...(next !== '' && { newPassword: next }) },
      }),
      {
        onSuccess: (saved) => {
          form.reset({ email: saved.email, newPassword: '', currentPassword: '' });
          toastProfileSaved();
        },
        onError: (error) => {
          showFieldFailures(form, error, ['email', 'newPassword', 'currentPassword']);
          toastProfileFailed(error);
        },
      },
    );
  });
  return (
    <form className="profile-form" onSubmit={send} noValidate aria-label="Email and password">
      <h3 className="h-head">Sign-in</h3>
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        hint="Used for password resets. If this site sends email, you confirm a new address first, and Hangtag tells your old one."
        {...fieldOf(form, 'email')}
      />
      <div className="field-pair">
        <div>
          <Field
            label="New password"
            isOptional
            type="password"
            autoComplete="new-password"
            hint="Leave empty to keep your password. A new one signs you out everywhere else and unpairs your browsers."
            {...fieldOf(form, 'newPassword')}
          />
          <PasswordMeter password={newPassword} />
        </div>
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          hint="Required to change either one."
          {...fieldOf(form, 'currentPassword')}
        />
      </div>
      <div>
        <Button type="submit" isPending={change.isPending} pendingText="Updating…">
          Update sign-in
        </Button>
      </div>
    </form>
  );
};

const toastNotDone = (error: unknown) => toastFailure(error, 'Error', 'That couldn’t be done. Try again in a moment.');

export const EmailNotice = ({ user }: { user: User }) => {
  const send = useSendEmailLink();
  const keep = useKeepEmail();
  const { email, emailToConfirm } = user;
  if (emailToConfirm === null) return null;
  const isNew = emailToConfirm !== email;
  const title = isNew ? 'Confirm your new email address' : 'Confirm your email address';
  return (
    <section className="email-notice lines-close small" aria-label={title}>
      <p>
        <b>{title}.</b> Open the link in the email to {emailToConfirm}
        {isNew ? `. Until then, your account keeps using ${email}.` : ', so password resets and alerts reach you.'}
      </p>
      <div className="answers">
        <Button
          isSmall
          isPending={send.isPending}
          pendingText="Sending…"
          onClick={() =>
            whenDone(send.mutateAsync(), {
              onSuccess: ({ message }) => toastDone('Link sent', message),
              onError: toastNotDone,
            })
          }
        >
          Send a new link
        </Button>
        {isNew && (
          <Button
            isSmall
            look="bare"
            isPending={keep.isPending}
            pendingText="Saving…"
            onClick={() => whenDone(keep.mutateAsync(), { onError: toastNotDone })}
          >
            Keep the old address
          </Button>
        )}
      </div>
    </section>
  );
};
