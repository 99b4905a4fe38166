import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiFailure } from '#contract/failure.ts';

/** Puts what the server says about fields under those fields; the first of them is focused. Tells whether there was any. */
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
