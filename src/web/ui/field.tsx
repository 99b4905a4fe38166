// Labeled form fields.
import { type ComponentProps, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { CircleAlert } from './icons.tsx';
import './field.css';

type Props = ComponentProps<'input'> & {
  label: string;
  isOptional?: boolean | undefined;
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

/** Values with their names, as the options of a select. */
export const Options = ({ of }: { of: readonly (readonly [string | number, string])[] }) =>
  of.map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));

type SelectProps = ComponentProps<'select'> &
  Pick<Props, 'label' | 'isOptional' | 'hint' | 'error'> & {
    options?: readonly (readonly [string | number, string])[];
  };

/** The same for a choice of one of several: `options` are values with their names. */
export const SelectField = ({ label, isOptional, hint, error, options = [], children, ...select }: SelectProps) => (
  <Labeled label={label} isOptional={isOptional} hint={hint} error={error}>
    {(wiring) => (
      <select {...select} {...wiring}>
        <Options of={options} />
        {children}
      </select>
    )}
  </Labeled>
);

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
    <CircleAlert />
    <span>{children}</span>
  </p>
);

/** What is wrong with a form as a whole, or with what was chosen in it. Nothing is shown if nothing is. */
export const FormError = ({ id, children }: { id?: string; children: string | null | undefined }) =>
  children != null && (
    <div role="alert">
      <FieldError id={id}>{children}</FieldError>
    </div>
  );

type ChipsProps<Value> = {
  title: string;
  /** Shows the title above them in this style. Otherwise only screen readers say it. */
  titleClass?: 'flabel' | 'lab';
  options: readonly (readonly [Value, string])[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

export const Chips = <Value extends string | number | boolean>(props: ChipsProps<Value>) => {
  const { title, titleClass = 'sr', options, chosen, onChoose } = props;
  const name = useId();
  return (
    <fieldset>
      <legend className={titleClass}>{title}</legend>
      <div className="chips">
        {options.map(([value, text]) => (
          <label key={String(value)} className="chip">
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
};

/** The password is hidden again when its form is submitted, because password managers look for a password field then. */
const SecretInput = ({ ref, ...input }: ComponentProps<'input'>) => {
  const [isShown, show] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<readonly [number | null, number | null]>([null, null]);
  // React has no event for the form that an input happens to be in.
  useEffect(() => {
    const form = field.current?.form;
    const hide = () => show(false);
    form?.addEventListener('submit', hide, { capture: true });
    return () => form?.removeEventListener('submit', hide, { capture: true });
  }, []);
  // Browsers may move the caret to the start or the end when the type changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the change of the type
  useLayoutEffect(() => {
    const [start, end] = caret.current;
    if (start !== null && document.activeElement === field.current) field.current?.setSelectionRange(start, end);
  }, [isShown]);
  const press = () => {
    caret.current = [field.current?.selectionStart ?? null, field.current?.selectionEnd ?? null];
    show(!isShown);
  };
  return (
    <span className="secret">
      <input
        {...input}
        ref={(element) => {
          field.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref) ref.current = element;
        }}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      {/* A press of the pointer leaves the focus in the field. */}
      <button type="button" aria-controls={input.id} onPointerDown={keepFocus} onMouseDown={keepFocus} onClick={press}>
        {isShown ? 'Hide' : 'Show'}
        <span className="sr"> password</span>
      </button>
    </span>
  );
};

const keepFocus = (event: { preventDefault(): void }) => event.preventDefault();
