// Labeled form fields.

import { type ComponentProps, type ReactNode, useId } from 'react';
import { CircleAlert } from './icons.tsx';
import { SecretInput } from './secret-input.tsx';
import './field.css';

type Props = ComponentProps<'input'> & {
  label: string;
  isOptional?: boolean;
  hint?: ReactNode;
  /** Shown instead of the hint. */
  error?: string | undefined;
};

/** An input with its label and its hint or error. `aria-describedby` connects them for screen readers. */
export const Field = ({ label, isOptional = false, hint, error, ...input }: Props) => {
  const Input = input.type === 'password' ? SecretInput : 'input';
  return (
    <Labeled label={label} isOptional={isOptional} hint={hint} error={error}>
      {(wiring) => <Input {...input} {...wiring} />}
    </Labeled>
  );
};

/** The same for several lines of text. */
export const TextField = ({
  label,
  hint,
  error,
  ...area
}: ComponentProps<'textarea'> & Pick<Props, 'label' | 'hint' | 'error'>) => (
  <Labeled label={label} hint={hint} error={error}>
    {(wiring) => <textarea {...area} {...wiring} />}
  </Labeled>
);

/** What connects an input with its label and its note. */
type Wiring = Pick<ComponentProps<'input'>, 'id' | 'className' | 'aria-invalid' | 'aria-describedby'>;
type LabeledProps = Pick<Props, 'label' | 'isOptional' | 'hint' | 'error'> & {
  children: (wiring: Wiring) => ReactNode;
};

const Labeled = ({ label, isOptional = false, hint, error, children }: LabeledProps) => {
  const id = useId();
  const note = error !== undefined || hint !== undefined ? `${id}-note` : undefined;
  return (
    <div className={error === undefined ? 'field' : 'field bad'}>
      <label htmlFor={id}>
        {label} {isOptional && <span className="opt">optional</span>}
      </label>
      {children({ id, className: 'input', 'aria-invalid': error !== undefined || undefined, 'aria-describedby': note })}
      {error !== undefined ? (
        <FieldError id={note}>{error}</FieldError>
      ) : (
        hint !== undefined && (
          <p className="hint" id={note}>
            {hint}
          </p>
        )
      )}
    </div>
  );
};

export const FieldError = ({ id, children }: { id?: string | undefined; children: ReactNode }) => (
  <p className="err" id={id}>
    <CircleAlert className="ic" aria-hidden="true" />
    <span>{children}</span>
  </p>
);
