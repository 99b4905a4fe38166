/** The texts of the mails that an account sends. */
type Text = { subject: string; text: string };

const signature = '\n\nHangtag\n';

export const resetLink = (firstName: string, link: string): Text => ({
  subject: 'Set a new password for Hangtag',
  text: `Hello ${firstName},\n\nset a new password here:\n\n${link}\n\nThe link works once and for 10 minutes. If you did not ask for it you need not do anything: your password stays as it is.${signature}`,
});

export const passwordChanged = (): Text => ({
  subject: 'Your Hangtag password was changed',
  text: `Your password was just changed, and every other browser was signed out.\n\nIf that was not you, use "Forgot your password" on the sign-in page at once.${signature}`,
});

/** Goes to the old address, so that nobody who took over a session can change the address unnoticed. */
export const emailChanged = (): Text => ({
  subject: 'The email address of your Hangtag account was changed',
  text: `The account that used this address now uses another one.\n\nIf that was not you, please tell whoever runs your Hangtag installation.${signature}`,
});
