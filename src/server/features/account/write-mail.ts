/** The texts of the mails that an account sends. */
type Text = { subject: string; text: string };

const signature = '\n\nHangtag\n';

export const resetLink = (firstName: string, link: string): Text => ({
  subject: 'Set a new password for Hangtag',
  text: `Hello ${firstName},\n\nYou can set a new password here:\n\n${link}\n\nThe link works once and for 10 minutes. If you did not ask for it, ignore this mail. Your password stays the same.${signature}`,
});

export const passwordChanged = (): Text => ({
  subject: 'Your Hangtag password was changed',
  text: `Your password was just changed, and every other browser was signed out.\n\nIf you did not change it, use "Forgot your password" on the sign-in page at once.${signature}`,
});

/** Goes to the old address, so that nobody who took over a session can change the address unnoticed. */
export const emailChanged = (): Text => ({
  subject: 'The email address of your Hangtag account was changed',
  text: `Your Hangtag account now uses another email address.\n\nIf you did not change it, tell your administrator at once.${signature}`,
});
