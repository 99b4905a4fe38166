// What the profile says when a change was saved or failed.
import { accountFailureMessage } from '#web/lib/server/api.ts';
import { accountMessages } from '#web/messages/account/account.ts';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';

const { done, failed } = accountMessages.profile;

export const toastProfileSaved = (): void => toastDone(done.title, done.text);

export const toastProfileFailed = (error: unknown): void =>
  toastFailed(failed.title, accountFailureMessage(error, failed.text), { error });
