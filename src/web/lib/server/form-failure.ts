// Shows the server's field errors under the fields of a form.
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiFailure } from '#contract/failure.ts';

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
