// The two ways to an account: the registration form, and a demo.
import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormRegisterReturn, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Registration } from '#contract/account/sign-in.ts';
import { deviceZone } from '#web/lib/browser/device-zone.ts';
import { fieldOf, showFieldFailures } from '#web/lib/form-field.ts';
import { accountFailureMessage, whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FieldError, SelectField } from '#web/ui/field.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { PasswordMeter, ZoneOptions } from '../form-parts.tsx';
import { useDemo, useRegister } from '../queries.ts';

const mustAccept = 'You must accept the terms and conditions to register';

/** Accepting the terms is checked by the form only and never sent. */
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
  timezone: deviceZone(),
};

type Props = {
  /** The first account of this computer: it chooses its time zone here, connects its closet afterward, and gets no calls. */
  isFirst?: boolean;
  onSignedIn: () => void;
};

export const RegisterForm = ({ isFirst = false, onSignedIn }: Props) => {
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
    const filled = Object.entries(fields).filter(([, value]) => value !== '');
    const body = Registration.parse(Object.fromEntries(filled));
    whenDone(registration.mutateAsync({ body }), {
      onSuccess: () => {
        toastDone('Welcome!', 'Your account has been created successfully.');
        onSignedIn();
      },
      onError: (error) => {
        showFieldFailures(form, error, ['firstName', 'lastName', 'email', 'phoneNumber', 'password']);
        toastFailure(
          error,
          'Registration Failed',
          'Failed to create account. Please try again.',
          accountFailureMessage,
        );
      },
    });
  });
  const field = (name: Exclude<keyof Draft, 'acceptTerms'>) => fieldOf(form, name);
  return (
    <form className="auth-form lines" onSubmit={send} noValidate aria-label="Register">
      <div className="field-pair">
        <Field label="First name" autoComplete="given-name" {...field('firstName')} />
        <Field label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      <Field label="Email" type="email" autoComplete="username" inputMode="email" {...field('email')} />
      {!isFirst && (
        <Field
          label="Phone number"
          isOptional
          type="tel"
          autoComplete="tel"
          hint="May be used for account security notifications."
          {...field('phoneNumber')}
        />
      )}
      <div>
        <Field label="Password" type="password" autoComplete="new-password" {...field('password')} />
        <PasswordMeter password={password} />
      </div>
      {isFirst && (
        <SelectField
          label="Time zone"
          hint="Used for slots, the daily limit, and all times here."
          {...field('timezone')}
        >
          <ZoneOptions own={deviceZone() ?? 'UTC'} />
        </SelectField>
      )}
      {/* The server's page says whether real closets can be linked: otherwise nobody is asked for a real password. */}
      {!isFirst && document.documentElement.dataset.closets !== 'practice' && (
        <ClosetFields username={field('poshmarkUsername')} password={field('poshmarkPassword')} />
      )}
      <TermsTick isMissing={errors.acceptTerms !== undefined} {...form.register('acceptTerms')} />
      <Button type="submit" look="primary" isPending={registration.isPending} pendingText="Creating your account…">
        Create account
      </Button>
    </form>
  );
};

type RegisteredField = UseFormRegisterReturn & { error: string | undefined };

const ClosetFields = ({ username, password }: { username: RegisteredField; password: RegisteredField }) => (
  <div className="auth-closet lines">
    <Field
      label="Poshmark username"
      isOptional
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      hint="Your closet name, not your email. You can connect later."
      {...username}
    />
    <Field
      label="Poshmark password"
      isOptional
      type="password"
      autoComplete="off"
      hint="Stored encrypted. Never shown again."
      {...password}
    />
  </div>
);

const TermsTick = ({ isMissing, ...field }: UseFormRegisterReturn & { isMissing: boolean }) => (
  <div>
    <label className="tick">
      <input
        type="checkbox"
        className="check"
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? 'accept-terms-note' : undefined}
        {...field}
      />
      <span>
        I agree to the{' '}
        <a href="/terms" target="_blank" rel="noreferrer">
          Terms
        </a>
        . I understand Poshmark’s guidelines don’t allow automation.
      </span>
    </label>
    {isMissing && <FieldError id="accept-terms-note">{mustAccept}</FieldError>}
  </div>
);

export const DemoButton = ({ name, onSignedIn }: { name: string; onSignedIn: () => void }) => {
  const demo = useDemo();
  const open = () =>
    whenDone(demo.mutateAsync(), {
      onSuccess: () => {
        toastDone('Welcome!', 'This is a practice closet with made-up listings, yours for 24 hours.');
        onSignedIn();
      },
      onError: (error) => toastFailure(error, 'Login Failed', 'The demo couldn’t be opened. Try again in a moment.'),
    });
  return (
    <Button onClick={open} isPending={demo.isPending} pendingText="Opening a demo closet…">
      {name}
    </Button>
  );
};
