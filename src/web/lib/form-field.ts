// Connects a field on screen with its value in a form.

import { type FieldError, type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form';

/** What `Field` needs for the value of that name: how it registers, and what is wrong with the value. Call it while rendering. */
export const fieldOf = <Values extends FieldValues, Name extends FieldPath<Values>>(
  { register, formState }: Pick<UseFormReturn<Values>, 'register' | 'formState'>,
  name: Name,
) => {
  const error: FieldError | undefined = get(formState.errors, name);
  return { error: error?.message, ...register(name) };
};
