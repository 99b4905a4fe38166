// Connects a field on screen with its value in a form, and reads number fields.
import { type FieldError, type FieldPath, type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form';
import { ApiFailure } from '#contract/failure.ts';

/**
 * What was typed into a number field. Browsers give an empty text for what they can't read as a number, such as "5,000" in Firefox.
 * That must not pass for a blank field, so here it is a text that is no number.
 */
export const typedNumber = ({ value, validity }: HTMLInputElement): string =>
  validity.badInput ? 'unreadable' : value;

/** What `Field` needs for the value of that name: how it registers, and what is wrong with the value. Call it while rendering. */
export const fieldOf = <Values extends FieldValues, Name extends FieldPath<Values>>(
  { register, formState }: Pick<UseFormReturn<Values>, 'register' | 'formState'>,
  name: Name,
) => {
  const error: FieldError | undefined = get(formState.errors, name);
  return { error: error?.message, ...register(name) };
};

/** Shows each field's error under it and focuses the first. Returns whether there was any. */
export const showFieldFailures = <Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  error: unknown,
  names: readonly Path<Values>[],
): boolean => {
  if (!(error instanceof ApiFailure)) return false;
  const named = names.filter((name) => error.fields[name] !== undefined);
  for (const [index, name] of named.entries()) {
    form.setError(name, { type: 'server', message: error.fields[name] ?? '' }, { shouldFocus: index === 0 });
  }
  return named.length > 0;
};
