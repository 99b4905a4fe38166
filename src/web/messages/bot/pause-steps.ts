// The steps that the seller can take for each kind of pause.
import type { PauseReason } from '#domain/bot/bot.ts';

/** What the button beside a step does: open the marketplace, test the connection, open the panel or the settings, or resume. */
type StepAction = 'open' | 'test' | 'panel' | 'resume' | 'settings';
/** `label` replaces the usual text of the button. */
export type PauseStep = { title: string; text: string; action?: StepAction; label?: string };

const resume = (text: string): PauseStep => ({ title: 'Resume', text, action: 'resume' });
const lookThere = (title: string, text: string): PauseStep => ({ title, text, action: 'open' });

/** Three steps for every reason: what to do, how to check it, and what happens then. */
export const pauseSteps: Record<PauseReason, readonly [PauseStep, PauseStep, PauseStep]> = {
  human_check: [
    lookThere('Answer the check', 'Log in at the marketplace with your own phone or laptop and do what it asks.'),
    { title: 'Test the connection', text: 'One quiet request, no sharing.', action: 'test' },
    {
      ...resume('It shares one listing, then goes on more gently for a week.'),
      label: 'I have done the check',
    },
  ],
  code_required: [
    {
      title: 'Ask for the code',
      text: 'In the marketplace panel. It goes to the phone or e-mail the marketplace knows.',
      action: 'panel',
    },
    { title: 'Type it there', text: 'It works for ten minutes. A new one voids the one before.' },
    resume('Once the panel says Ready for Sharing.'),
  ],
  credentials_rejected: [
    {
      title: 'Check user name and password',
      text: 'Your marketplace username, not the e-mail. Save them once more.',
      action: 'panel',
    },
    { title: 'Or use your browser’s session', text: 'It needs no password and works best.' },
    resume('Once the panel says Ready for Sharing.'),
  ],
  session_expired: [
    {
      title: 'Connect again',
      text: 'Your session ended, as sessions do. Import it anew in the marketplace panel.',
      action: 'panel',
    },
    { title: 'Test the connection', text: 'One quiet request, no sharing.', action: 'test' },
    resume('The round goes on where it stopped.'),
  ],
  rate_limited: [
    { title: 'Let it rest', text: 'Nothing needs you. It goes on by itself, with a lower limit for seven days.' },
    { title: 'Share less by hand', text: 'Your own shares count at the marketplace too.' },
    {
      title: 'Choose a lower limit',
      text: 'If this comes back, a lower daily limit is the remedy.',
      action: 'settings',
    },
  ],
  share_limit: [
    { title: 'Let it rest', text: 'Nothing needs you. It goes on by itself, with a lower limit for seven days.' },
    { title: 'Share less by hand', text: 'Your own shares count at the marketplace too.' },
    {
      title: 'Choose a lower limit',
      text: 'If this comes back, a lower daily limit is the remedy.',
      action: 'settings',
    },
  ],
  lowered_limit: [
    { title: 'Nothing to do', text: 'The day’s lowered limit is used up. It goes on when your next day begins.' },
    { title: 'Why it is lower', text: 'The marketplace warned us. For seven days we keep below what it took then.' },
    { title: 'Your own limit', text: 'It stays as you set it and holds again after that.', action: 'settings' },
  ],
  marketplace_refused: [
    lookThere('Look at the marketplace', 'Open it in your own browser and see whether it tells you something.'),
    { title: 'Test the connection', text: 'One quiet request, no sharing.', action: 'test' },
    resume('Later today is a good idea.'),
  ],
  marketplace_unavailable: [
    { title: 'Nothing to do', text: 'It has trouble of its own. We try again by ourselves.' },
    lookThere('Look for yourself', 'Does it answer in your own browser?'),
    resume('If it answers there, you need not wait.'),
  ],
  marketplace_changed: [
    { title: 'Tell your operator', text: 'Whoever runs this installation can look into it.' },
    { title: 'Test the connection', text: 'One quiet request, no sharing.', action: 'test' },
    resume('To try once more.'),
  ],
  account_blocked: [
    lookThere('Read what it says', 'Log in at the marketplace with your own browser.'),
    { title: 'Ask its support', text: 'They alone can tell why, and lift it.' },
    resume('Only after they have lifted it.'),
  ],
};
