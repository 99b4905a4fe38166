import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Registration } from '#contract/account.ts';
import { failureMessage } from '#web/lib/api.ts';
import { showFieldFailures } from '#web/lib/form-failure.ts';
import { whenDone } from '#web/lib/when-done.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { PasswordMeter } from './password-meter.tsx';
import { useRegister } from './queries.ts';

const mustAccept = 'You must accept the terms and conditions to register';
/** The acceptance is the form's alone; it is never sent. */
const RegistrationForm = Registration.extend({ acceptTerms: z.literal(true, { error: mustAccept }) });
type Values = z.input<typeof RegistrationForm>;
type Draft = Omit<Values, 'acceptTerms'> & { acceptTerms: boolean };

const empty: Draft = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  password: '',
  poshmarkUsername: '',
  poshmarkPassword: '',
  acceptTerms: false,
};

const browserZone = (): string | undefined => Intl.DateTimeFormat().resolvedOptions().timeZone || undefined;

export const RegisterForm = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const registration = useRegister();
  const form = useForm<Draft, unknown, z.output<typeof RegistrationForm>>({
    resolver: zodResolver<Draft, unknown, z.output<typeof RegistrationForm>>(
      RegistrationForm as unknown as z.ZodType<z.output<typeof RegistrationForm>, Draft>,
    ),
    defaultValues: empty,
  });
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });
  const send = form.handleSubmit(({ acceptTerms: _, ...fields }) => {
    const timezone = browserZone();
    const filled = Object.entries(fields).filter(([, value]) => value !== '');
    const body = { ...Registration.parse(Object.fromEntries(filled)), ...(timezone === undefined ? {} : { timezone }) };
    whenDone(registration.mutateAsync({ body }), {
      onSuccess: () => {
        toastDone('Welcome!', 'Your account has been created successfully.');
        onSignedIn();
      },
      onError: (error) => {
        showFieldFailures(form, error, ['firstName', 'lastName', 'email', 'phoneNumber', 'password']);
        toastFailed('Registration Failed', failureMessage(error, 'Failed to create account. Please try again.'));
      },
    });
  });
  const field = (name: Exclude<keyof Draft, 'acceptTerms'>) => ({
    error: errors[name]?.message,
    ...form.register(name),
  });
  return (
    <form className="auth-form" onSubmit={send} noValidate aria-label="Register">
      <div className="pair-fields">
        <Field label="First name" autoComplete="given-name" {...field('firstName')} />
        <Field label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      <Field label="E-mail" type="email" autoComplete="username" inputMode="email" {...field('email')} />
      <Field
        label="Phone number"
        isOptional
        type="tel"
        autoComplete="tel"
        hint="May be used for account security notifications."
        {...field('phoneNumber')}
      />
      <div>
        <Field label="Password" type="password" autoComplete="new-password" {...field('password')} />
        <PasswordMeter password={password} />
      </div>
      <div className="auth-closet">
        <Field
          label="Poshmark username"
          isOptional
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="Your marketplace username, not the e-mail. You can connect later."
          {...field('poshmarkUsername')}
        />
        <Field
          label="Poshmark password"
          isOptional
          type="password"
          autoComplete="off"
          hint="Stored encrypted, never shown back to you."
          {...field('poshmarkPassword')}
        />
      </div>
      <div>
        <label className="tick">
          <input
            type="checkbox"
            className="check"
            aria-invalid={errors.acceptTerms !== undefined || undefined}
            aria-describedby={errors.acceptTerms ? 'accept-terms-note' : undefined}
            {...form.register('acceptTerms')}
          />
          <span>
            I accept the terms and conditions: Hangtag acts for me on my own closet, and I keep to the marketplace’s
            rules.
          </span>
        </label>
        {errors.acceptTerms && <FieldError id="accept-terms-note">{mustAccept}</FieldError>}
      </div>
      <Button type="submit" look="primary" isPending={registration.isPending} pendingText="Creating your account…">
        Create account
      </Button>
    </form>
  );
};
