/** The texts of the mails that an account sends. */
type Text = { subject: string; text: string };

const signature = '\n\nHangtag\n';

/** Names nobody: whoever registered this address may have put words of their own into the name. */
export const resetLink = (link: string): Text => ({
  subject: 'Reset your Hangtag password',
  text: `Hi,\n\nUse this link to set a new password:\n\n${link}\n\nThe link works once, for 10 minutes. If you didn’t ask for it, ignore this email. Your password stays the same.${signature}`,
});

export const passwordChanged = (): Text => ({
  subject: 'Your Hangtag password was changed',
  text: `Your password was just changed, and you were signed out everywhere else.\n\nIf this wasn’t you, reset your password right away with "Forgot your password" on the sign-in page.${signature}`,
});

/** Goes to the old address, so a person who took over a session can't change the address unnoticed. */
export const emailChanged = (): Text => ({
  subject: 'Your Hangtag email address was changed',
  text: `Your Hangtag account now uses a different email address.\n\nIf this wasn’t you, tell your administrator right away.${signature}`,
});
