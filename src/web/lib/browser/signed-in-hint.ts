// Reads and clears the cookie that says a session was opened in this browser.
import { signedInHint } from '#contract/pages.ts';

export const hasSignedInHint = (): boolean =>
  document.cookie.split('; ').includes(`${signedInHint.name}=${signedInHint.value}`);

export const forgetSignedInHint = (): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the CookieStore is not in every browser yet
  document.cookie = `${signedInHint.name}=; Path=/; Max-Age=0`;
};
