// Reads and clears the cookie that says a session was opened in this browser.
import { signedInHint } from '#contract/pages.ts';

/** Whether a session was opened in this browser. It may have ended: only the server knows. */
export const hasSignedInHint = (): boolean =>
  document.cookie.split('; ').includes(`${signedInHint.name}=${signedInHint.value}`);

/** Called when the server says that there is no session. */
export const forgetSignedInHint = (): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the CookieStore is not in every browser yet
  document.cookie = `${signedInHint.name}=; Path=/; Max-Age=0`;
};
